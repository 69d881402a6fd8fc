// Half-spaces, drawn as a floor that has the colour of the background: only its shadows and its grid are seen. Where a
// scene has no half-space the grid alone lies below everything, for scale.

import { Color, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector3 } from 'three';
import type { Look } from './palette.js';

const VERTEX = /* glsl */ `
  varying vec3 vPlane;
  varying vec3 vWorld;
  void main() {
    // The plane lies in x and z of its own frame, centred below the eye's target.
    vPlane = position;
    vec4 world = modelMatrix * vec4(position, 1.0);
    vWorld = world.xyz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }
`;

const FRAGMENT = /* glsl */ `
  uniform vec3 color;
  uniform float strength;
  uniform float spacing;
  /** How far the lines of the finest spacing have faded in, 0 to 1. */
  uniform float fine;
  uniform vec2 offset;
  uniform vec3 focus;
  uniform float reach;
  varying vec3 vPlane;
  varying vec3 vWorld;

  float lines(vec2 p, float width) {
    vec2 d = max(fwidth(p), vec2(1e-6));
    vec2 a = abs(fract(p - 0.5) - 0.5) / d;
    // Where lines lie closer than pixels they are a mean grey.
    vec2 c = clamp(width - a + 0.5, 0.0, 1.0);
    c = mix(c, vec2(0.0), smoothstep(0.25, 0.6, d));
    return max(c.x, c.y);
  }

  void main() {
    vec2 p = vPlane.xz + offset;
    float major = lines(p / (10.0 * spacing), 0.8);
    float minor = lines(p / spacing, 0.5) * fine;
    float fade = 1.0 - smoothstep(0.15, 1.0, length(vWorld - focus) / reach);
    float a = max(major, 0.55 * minor) * strength * fade * fade;
    if (a < 0.002) discard;
    gl_FragColor = vec4(color, a);
    #include <colorspace_fragment>
  }
`;

const SIDE = 2000;

export class Ground {
  readonly group = new Group();
  private readonly shadow: Mesh<PlaneGeometry, ShadowMaterial>;
  private readonly grid: Mesh<PlaneGeometry, ShaderMaterial>;

  /** `solid`: it is a body and catches shadows. */
  constructor(look: Look, solid: boolean) {
    const plane = new PlaneGeometry(SIDE, SIDE).rotateX(-Math.PI / 2);
    this.shadow = new Mesh(plane, new ShadowMaterial({ depthWrite: false }));
    this.shadow.receiveShadow = true;
    this.shadow.visible = solid;
    this.shadow.renderOrder = -2;
    this.grid = new Mesh(
      plane,
      new ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        transparent: true,
        depthWrite: false,
        uniforms: {
          color: { value: new Color() },
          strength: { value: 0.1 },
          spacing: { value: 0.1 },
          fine: { value: 1 },
          offset: { value: { x: 0, y: 0 } },
          focus: { value: new Vector3() },
          reach: { value: 10 },
        },
      }),
    );
    this.grid.renderOrder = -1;
    this.group.add(this.shadow, this.grid);
    this.setLook(look);
  }

  setLook(look: Look): void {
    this.shadow.material.opacity = look.shadow;
    this.shadow.material.color.set(0x05070c);
    this.grid.material.uniforms.color!.value.set(look.grid);
    this.grid.material.uniforms.strength!.value = look.gridStrength;
  }

  /** Places the plane, and lets the grid follow what is looked at. */
  update(focus: Vector3, distance: number, spacing: number, fine: number): void {
    const { uniforms } = this.grid.material;
    this.group.updateMatrixWorld();
    // In whole cells, so that the lines stay where they are while the plane follows the eye.
    const local = this.group.worldToLocal(focus.clone());
    const cell = 100 * spacing;
    const x = Math.round(local.x / cell) * cell;
    const z = Math.round(local.z / cell) * cell;
    for (const mesh of [this.shadow, this.grid]) {
      mesh.position.set(x, 0, z);
      mesh.scale.setScalar(1);
    }
    uniforms.offset!.value = { x, y: z };
    uniforms.spacing!.value = spacing;
    uniforms.fine!.value = fine;
    uniforms.focus!.value.copy(focus);
    uniforms.reach!.value = 5 * distance;
  }

  dispose(): void {
    this.group.removeFromParent();
    this.shadow.geometry.dispose();
    this.shadow.material.dispose();
    this.grid.material.dispose();
  }
}

/** Spacing of the finest lines for a distance, a power of ten (m), and how far they have faded in. */
export function gridScale(distance: number): { spacing: number; fine: number } {
  const level = Math.log10(distance / 12);
  const power = Math.floor(level);
  return { spacing: 10 ** power, fine: 1 - (level - power) ** 2 };
}
