// Round dots of a size in pixels, each with a white rim that sets it off from whatever is behind.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Points, PointsMaterial } from 'three';
import type { RGB } from './line-set.js';
import { bringToFront, ORDER } from './overlay.js';

export class PointSet extends Points<BufferGeometry, PointsMaterial> {
  private p = new Float32Array(0);
  private c = new Float32Array(0);
  private used = 0;

  constructor(size: number, xray: boolean) {
    const material = new PointsMaterial({
      size,
      sizeAttenuation: false,
      vertexColors: true,
      toneMapped: false,
      transparent: true,
    });
    if (xray) bringToFront(material);
    const compile = material.onBeforeCompile;
    material.onBeforeCompile = (shader, renderer) => {
      compile(shader, renderer);
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        float fromCenter = length( gl_PointCoord - 0.5 );
        if ( fromCenter > 0.5 ) discard;
        if ( fromCenter > 0.33 ) diffuseColor.rgb = vec3( 1.0 );`,
      );
    };
    material.customProgramCacheKey = () => `sixfold dots ${xray}`;
    super(new BufferGeometry(), material);
    this.renderOrder = ORDER.point;
    this.frustumCulled = false;
    this.reserve(32);
    this.end();
  }

  begin(): void {
    this.used = 0;
  }

  point(x: number, y: number, z: number, color: RGB): void {
    if (3 * this.used === this.p.length) this.reserve(2 * this.used);
    const o = 3 * this.used++;
    this.p[o] = x;
    this.p[o + 1] = y;
    this.p[o + 2] = z;
    this.c[o] = color.r;
    this.c[o + 1] = color.g;
    this.c[o + 2] = color.b;
  }

  end(): void {
    this.geometry.setDrawRange(0, this.used);
    for (const name of ['position', 'color']) {
      const attribute = this.geometry.getAttribute(name) as BufferAttribute;
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, 3 * this.used);
      attribute.needsUpdate = true;
    }
  }

  override raycast(): void {}

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  private reserve(count: number): void {
    this.geometry.dispose();
    const [p, c] = [this.p, this.c];
    this.p = new Float32Array(3 * count);
    this.c = new Float32Array(3 * count);
    this.p.set(p);
    this.c.set(c);
    this.geometry.setAttribute('position', new BufferAttribute(this.p, 3).setUsage(DynamicDrawUsage));
    this.geometry.setAttribute('color', new BufferAttribute(this.c, 3).setUsage(DynamicDrawUsage));
  }
}
