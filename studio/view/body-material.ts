// The surface of bodies. Round ones carry a faint pattern in their own frame, or nobody could see them turn.

import {
  type ColorRepresentation,
  MeshStandardMaterial,
  Vector3,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import type { ShapeDescription, Vec3 } from '../../src/index.js';

export type Pattern = 'plain' | 'ball' | 'round';

/** Which pattern shows how a shape turns. */
export function patternOf(shape: ShapeDescription): Pattern {
  switch (shape.type) {
    case 'sphere':
      return 'ball';
    case 'cylinder':
    case 'capsule':
    case 'cone':
    case 'torus':
      return 'round';
    default:
      return 'plain';
  }
}

/** Of a ball every second octant, of a body of revolution every second quarter around its axis. */
const SIDES: Record<Exclude<Pattern, 'plain'>, string> = {
  ball: 'side(vLocal.x) * side(vLocal.y) * side(vLocal.z)',
  round: 'side(vLocal.x) * side(vLocal.z)',
};

/** Stripes across the way of a belt, which run along with it (m). */
const STRIPES = 0.3;

/** The surface of a belt: `velocity` in the body's frame (m/s). */
export function beltMaterial(velocity: Vec3): MeshStandardMaterial {
  const speed = Math.hypot(...velocity);
  const material = new MeshStandardMaterial({ color: 0xffffff, roughness: 0.8, metalness: 0 });
  const uniforms = {
    along: { value: new Vector3(...velocity).divideScalar(speed || 1) },
    moved: { value: 0 },
  };
  material.userData = { belt: uniforms, speed };
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vLocal;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvLocal = position;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>
        varying vec3 vLocal;
        uniform vec3 along;
        uniform float moved;`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        float place = (dot(vLocal, along) - moved) / ${STRIPES.toFixed(3)};
        float edge = max(fwidth(place), 1e-5);
        float phase = abs(fract(place) - 0.5);
        diffuseColor.rgb *= mix(0.72, 1.0, smoothstep(0.25 - edge, 0.25 + edge, phase));`,
      );
  };
  material.customProgramCacheKey = () => 'belt';
  return material;
}

/** Where a belt is after some time (s); nothing for other surfaces. */
export function moveBelt({ userData }: MeshStandardMaterial, seconds: number): void {
  if (userData.belt) userData.belt.moved.value = (userData.speed * seconds) % STRIPES;
}

export function bodyMaterial(pattern: Pattern, color: ColorRepresentation = 0xffffff): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ color, roughness: 0.58, metalness: 0.02, envMapIntensity: 0.9 });
  if (pattern === 'plain') return material;
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vLocal;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvLocal = position;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>
        varying vec3 vLocal;
        float side(float x) { return clamp(x / max(fwidth(x), 1e-7), -1.0, 1.0); }`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        diffuseColor.rgb *= 0.93 + 0.12 * ${SIDES[pattern]};`,
      );
  };
  material.customProgramCacheKey = () => `body ${pattern}`;
  return material;
}
