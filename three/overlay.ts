// Things that lie inside bodies, drawn so that they can be seen.

import type { Material, WebGLProgramParametersWithUniforms } from 'three';

export interface OverlayOptions {
  /**
   * Draw in front of all bodies; true unless told. Contacts lie inside the bodies that touch, where nobody would see
   * them. Among themselves such things hide each other as they should. Not with a logarithmic depth buffer.
   */
  xray?: boolean;
}

/**
 * Later is on top. All after what is drawn at order 0, as bodies are; to be in one row, all are made as transparent
 * materials.
 */
export const ORDER = { overlap: 10, fill: 11, pressure: 12, line: 13, arrow: 14, point: 15, label: 16 } as const;

/** Has a material drawn in front of everything that does not do so. */
export function bringToFront<M extends Material>(material: M): M {
  material.onBeforeCompile = squeezeDepth;
  return material;
}

/** Maps all depths to the nearest hundredth of the range: as good as a depth buffer of one's own. */
function squeezeDepth(shader: WebGLProgramParametersWithUniforms): void {
  shader.vertexShader = shader.vertexShader.replace(
    '#include <clipping_planes_vertex>',
    `#include <clipping_planes_vertex>
    #ifdef USE_REVERSED_DEPTH_BUFFER
      gl_Position.z = 0.01 * gl_Position.z + 0.99 * gl_Position.w;
    #else
      gl_Position.z = 0.01 * gl_Position.z - 0.99 * gl_Position.w;
    #endif`,
  );
}
