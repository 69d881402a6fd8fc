// A line around a body that is chosen: its surface once more, a few pixels larger and seen from inside, so that only
// the rim shows.

import {
  BackSide,
  BufferAttribute,
  type BufferGeometry,
  Color,
  type Matrix4,
  Mesh,
  ShaderMaterial,
  Vector2,
  Vector4,
} from 'three';

const VERTEX = /* glsl */ `
  attribute vec3 away;
  uniform vec2 resolution;
  uniform float pixels;
  void main() {
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    vec2 direction = (projectionMatrix * modelViewMatrix * vec4(away, 0.0)).xy * resolution;
    float size = length(direction);
    if (size > 0.0) gl_Position.xy += 2.0 * pixels * direction / size / resolution * gl_Position.w;
  }
`;

const FRAGMENT = /* glsl */ `
  uniform vec3 color;
  void main() {
    gl_FragColor = vec4(color, 1.0);
    #include <colorspace_fragment>
  }
`;

export class Outline extends Mesh<BufferGeometry, ShaderMaterial> {
  private readonly viewport = new Vector4();

  constructor(pixels: number) {
    super(
      undefined,
      new ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        side: BackSide,
        toneMapped: false,
        uniforms: {
          resolution: { value: new Vector2(1, 1) },
          pixels: { value: pixels },
          color: { value: new Color() },
        },
      }),
    );
    this.visible = false;
    this.frustumCulled = false;
    this.matrixAutoUpdate = false;
    this.onBeforeRender = (renderer) => {
      renderer.getViewport(this.viewport);
      this.material.uniforms.resolution!.value.set(this.viewport.z, this.viewport.w);
    };
  }

  show(geometry: BufferGeometry, matrix: Matrix4): void {
    if (!geometry.hasAttribute('away')) geometry.setAttribute('away', smoothNormals(geometry));
    this.geometry = geometry;
    this.matrix.copy(matrix);
    this.matrixWorldNeedsUpdate = true;
    this.visible = true;
  }

  setColor(color: number): void {
    this.material.uniforms.color!.value.set(color);
  }

  override raycast(): void {}

  override dispose(): void {
    this.material.dispose();
    this.removeFromParent();
  }
}

/** One normal for all vertices at a place: the two sides of an edge must not part. */
function smoothNormals(geometry: BufferGeometry): BufferAttribute {
  const position = geometry.getAttribute('position');
  const normal = geometry.getAttribute('normal');
  const sums = new Map<string, [number, number, number]>();
  const keys = Array.from({ length: position.count }, (_, k) => {
    const key = `${position.getX(k)} ${position.getY(k)} ${position.getZ(k)}`;
    const sum = sums.get(key) ?? [0, 0, 0];
    sum[0] += normal.getX(k);
    sum[1] += normal.getY(k);
    sum[2] += normal.getZ(k);
    sums.set(key, sum);
    return key;
  });
  return new BufferAttribute(Float32Array.from(keys.flatMap((key) => sums.get(key)!)), 3);
}
