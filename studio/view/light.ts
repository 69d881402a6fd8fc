// Light as in a photographer's studio: a bright dome with two soft windows, and a lamp that casts the shadows.

import {
  BackSide,
  type Box3,
  Color,
  DirectionalLight,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  Sphere,
  SphereGeometry,
  type Texture,
  Vector3,
  type WebGLRenderer,
} from 'three';

/** From where the lamp shines. */
const DIRECTION = new Vector3(-0.45, 1, 0.55).normalize();

export function studioEnvironment(renderer: WebGLRenderer): Texture {
  const scene = new Scene();
  scene.add(
    new Mesh(
      new SphereGeometry(50, 32, 16),
      new ShaderMaterial({
        side: BackSide,
        uniforms: {
          top: { value: new Color(0xf4f7ff) },
          middle: { value: new Color(0xc9d0dc) },
          bottom: { value: new Color(0x8d8f96) },
        },
        vertexShader:
          'varying vec3 d; void main() { d = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
        fragmentShader: `varying vec3 d; uniform vec3 top; uniform vec3 middle; uniform vec3 bottom;
          void main() {
            float y = normalize(d).y;
            gl_FragColor = vec4(y > 0.0 ? mix(middle, top, sqrt(y)) : mix(middle, bottom, sqrt(-y)), 1.0);
          }`,
      }),
    ),
  );
  const addWindow = (position: Vector3, width: number, height: number, strength: number) => {
    const window = new Mesh(
      new PlaneGeometry(width, height),
      new MeshBasicMaterial({ color: new Color(0xffffff).multiplyScalar(strength) }),
    );
    window.position.copy(position);
    window.lookAt(0, 0, 0);
    scene.add(window);
  };
  addWindow(DIRECTION.clone().multiplyScalar(20), 14, 14, 6);
  addWindow(new Vector3(18, 8, -4), 8, 14, 3);
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(scene, 0.03);
  generator.dispose();
  return texture;
}

export class Lamp {
  readonly light = new DirectionalLight(0xfffaf2, 2);
  private readonly covered = new Sphere(new Vector3(), 0);

  constructor() {
    const { shadow } = this.light;
    this.light.castShadow = true;
    shadow.mapSize.set(2048, 2048);
    shadow.radius = 5;
  }

  /** Lets the shadows cover a box, with some room, so that they need not be set anew for every frame. */
  cover(box: Box3): void {
    if (box.isEmpty()) return;
    const sphere = box.getBoundingSphere(new Sphere());
    const { covered, light } = this;
    const isInside = covered.center.distanceTo(sphere.center) + sphere.radius <= covered.radius;
    if (isInside && sphere.radius > 0.4 * covered.radius) return;
    covered.set(sphere.center, 1.3 * sphere.radius + 1e-3);
    const r = covered.radius;
    light.position.copy(covered.center).addScaledVector(DIRECTION, 3 * r);
    light.target.position.copy(covered.center);
    light.target.updateMatrixWorld();
    const { camera } = light.shadow;
    camera.left = camera.bottom = -r;
    camera.right = camera.top = r;
    camera.near = 0.5 * r;
    // Shadows fall on the ground far below what floats.
    camera.far = 12 * r;
    camera.updateProjectionMatrix();
    // A shadow on the surface that casts it: half a texel's worth of depth, and along the normal.
    light.shadow.normalBias = (1.5 * 2 * r) / light.shadow.mapSize.x;
    light.shadow.bias = -0.0002;
  }
}
