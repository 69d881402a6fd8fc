// The surface of bodies. Round ones carry a faint pattern in their own frame, or nobody could see them turn.

import { type ColorRepresentation, MeshStandardMaterial, type WebGLProgramParametersWithUniforms } from 'three';
import type { ShapeDescription } from '../../src/index.js';

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
