// Short texts of figures that face the eye, all in one draw call: letters are instances that share one picture of the
// alphabet.

import {
  BufferAttribute,
  type Camera,
  CanvasTexture,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  type Texture,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderer,
} from 'three';
import { bringToFront, ORDER } from './overlay.js';

const ALPHABET = '0123456789.- kMNmPasJ°/';
const MOST_LETTERS = 2000;
/** Of the picture, pixels a letter. */
const CELL_WIDTH = 32;
const CELL_HEIGHT = 48;
/** On the screen, pixels. */
const HEIGHT = 18;
/** How far a letter moves on, in pixels; 7 for those that are not named. */
const STEPS: Readonly<Record<string, number>> = { '.': 3.6, ' ': 3, N: 9, M: 10.5, m: 10.5, '-': 5, '/': 5, '°': 5 };

const VERTEX = /* glsl */ `
  #include <common>
  #include <clipping_planes_pars_vertex>
  uniform vec2 resolution;
  attribute vec3 anchor;
  attribute vec2 letter; // which one, and how many pixels to the right of the text's start its middle is
  varying vec2 vAt;
  void main() {
    vec4 mvPosition = modelViewMatrix * vec4( anchor, 1.0 );
    gl_Position = projectionMatrix * mvPosition;
    // The cell is wider than the letter's step: it holds the halo too.
    vec2 size = vec2( ${((HEIGHT * CELL_WIDTH) / CELL_HEIGHT).toFixed(2)}, ${HEIGHT.toFixed(2)} );
    vec2 pixels = vec2( letter.y + 8.0, 8.0 ) + size * vec2( position.x - 0.5, position.y );
    gl_Position.xy += 2.0 * pixels / resolution * gl_Position.w;
    vAt = vec2( ( letter.x + position.x ) / ${ALPHABET.length.toFixed(1)}, position.y );
    #include <clipping_planes_vertex>
  }`;
const FRAGMENT = /* glsl */ `
  uniform sampler2D map;
  varying vec2 vAt;
  void main() {
    vec4 color = texture2D( map, vAt );
    if ( color.a < 0.02 ) discard;
    gl_FragColor = color;
    #include <colorspace_fragment>
  }`;

export class LabelSet extends Mesh<InstancedBufferGeometry, ShaderMaterial> {
  private readonly anchors = new InstancedBufferAttribute(new Float32Array(3 * MOST_LETTERS), 3);
  private readonly letters = new InstancedBufferAttribute(new Float32Array(2 * MOST_LETTERS), 2);
  private readonly viewport = new Vector4();
  private readonly texts: { x: number; y: number; z: number; text: string }[] = [];

  constructor(xray: boolean) {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { map: { value: null }, resolution: { value: new Vector2(1, 1) } },
      transparent: true,
      depthWrite: false,
      toneMapped: false,
    });
    super(geometry, xray ? bringToFront(material) : material);
    geometry.setAttribute('anchor', this.anchors.setUsage(DynamicDrawUsage));
    geometry.setAttribute('letter', this.letters.setUsage(DynamicDrawUsage));
    geometry.instanceCount = 0;
    this.renderOrder = ORDER.label;
    this.frustumCulled = false;
  }

  begin(): void {
    this.geometry.instanceCount = 0;
    this.texts.length = 0;
  }

  /**
   * A text to the upper right of a point. Letters that are not in the alphabet are left blank; so is what is too much.
   * Those that come first are the last to go where there is no room for all (see `arrange`).
   */
  label(x: number, y: number, z: number, text: string): void {
    this.texts.push({ x, y, z, text });
    this.place(x, y, z, text);
  }

  /**
   * Leaves out texts that would lie over others on a picture of that size (px): to be called when labels or camera have
   * moved.
   */
  arrange(camera: Camera, width: number, height: number): void {
    const taken: { left: number; top: number; right: number }[] = [];
    const at = new Vector3();
    this.geometry.instanceCount = 0;
    for (const { x, y, z, text } of this.texts) {
      at.set(x, y, z).project(camera);
      const left = 0.5 * (1 + at.x) * width;
      const top = 0.5 * (1 - at.y) * height;
      const right = left + widthOf(text) + 6;
      const isFree = taken.every((one) => left > one.right || right < one.left || Math.abs(top - one.top) > HEIGHT - 2);
      if (!isFree) continue;
      taken.push({ left, top, right });
      this.place(x, y, z, text);
    }
    this.end();
  }

  private place(x: number, y: number, z: number, text: string): void {
    let right = 0;
    for (const character of text) {
      const letter = ALPHABET.indexOf(character);
      const n = this.geometry.instanceCount;
      const step = STEPS[character] ?? 7;
      right += step;
      if (letter < 0 || character === ' ' || n >= MOST_LETTERS) continue;
      this.anchors.setXYZ(n, x, y, z);
      this.letters.setXY(n, letter, right - 0.5 * step);
      this.geometry.instanceCount = n + 1;
    }
  }

  end(): void {
    this.anchors.needsUpdate = true;
    this.letters.needsUpdate = true;
  }

  override onBeforeRender = (renderer: WebGLRenderer): void => {
    const { uniforms } = this.material;
    uniforms.map.value ??= drawAlphabet();
    renderer.getViewport(this.viewport);
    uniforms.resolution.value.set(this.viewport.z, this.viewport.w);
  };

  override raycast(): void {}

  override dispose(): void {
    this.geometry.dispose();
    (this.material.uniforms.map.value as Texture | null)?.dispose();
    this.material.dispose();
  }
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += STEPS[character] ?? 7;
  return width;
}

/** Dark letters with a light halo: they read on any background. */
function drawAlphabet(): Texture {
  const width = CELL_WIDTH * ALPHABET.length;
  // A worker that draws has no document.
  const canvas =
    typeof document === 'undefined'
      ? new OffscreenCanvas(width, CELL_HEIGHT)
      : Object.assign(document.createElement('canvas'), { width, height: CELL_HEIGHT });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.font = `600 ${0.66 * CELL_HEIGHT}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 8;
  context.strokeStyle = 'rgba(255, 255, 255, 0.92)';
  context.fillStyle = '#1b1f24';
  for (let k = 0; k < ALPHABET.length; k++) {
    context.strokeText(ALPHABET[k], (k + 0.5) * CELL_WIDTH, 0.5 * CELL_HEIGHT);
    context.fillText(ALPHABET[k], (k + 0.5) * CELL_WIDTH, 0.5 * CELL_HEIGHT);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = 'srgb';
  return texture;
}
