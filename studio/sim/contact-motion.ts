// Contacts are reported where the step found them, with the bodies where they were at its start; bodies are drawn where
// they are at its end, or in between. What is drawn on them has to come along: at 3 m/s a step is 5 cm.
//
// A point of a patch moves with its body, less what only turns the body's surface through the patch: of a ball all of
// its angular velocity, of a body of revolution that about its axis, of all others nothing. Between two bodies that
// move: their mean. A rolling ball's patch stays under it, a tipping box's on its edge, a spinning plate's outline
// turns with the plate.

import type { Body, ShapeDescription, Vec3 } from '../../src/index.js';
import { add, cross, dot, length, rotate, scale, sub } from '../../src/math/vec3.js';

type Axis = 'all' | 'y' | 'none';

function axisOf(shape: ShapeDescription): Axis {
  switch (shape.type) {
    case 'sphere':
      return 'all';
    case 'cylinder':
    case 'capsule':
    case 'cone':
    case 'torus':
      return 'y';
    default:
      return 'none';
  }
}

/** How to move a point of a patch between a and b along with them, for a time t (s) that ends now. */
export function patchMotion(a: Body, b: Body, t: number): (point: Vec3) => Vec3 {
  const moves = [a, b].filter((body) => body.type !== 'static').map((body) => motionOf(body, t));
  if (moves.length < 2) return moves[0] ?? ((point) => point);
  return (point) => scale(add(moves[0]!(point), moves[1]!(point)), 0.5);
}

function motionOf(body: Body, t: number): (point: Vec3) => Vec3 {
  const way = scale(body.linearVelocity, t);
  const start = sub(body.centerOfMass, way);
  const turn = turnOf(body, t);
  const angle = length(turn);
  if (angle < 1e-9) return (point) => add(point, way);
  const axis = scale(turn, 1 / angle);
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return (point) => {
    const r = sub(point, start);
    // Rodrigues' formula.
    const turned = add(add(scale(r, c), scale(cross(axis, r), s)), scale(axis, dot(axis, r) * (1 - c)));
    return add(add(start, way), turned);
  };
}

function turnOf(body: Body, t: number): Vec3 {
  const kind = axisOf(body.shape);
  if (kind === 'all') return [0, 0, 0];
  const turn = scale(body.angularVelocity, t);
  if (kind === 'none') return turn;
  const axis = rotate(body.rotation, [0, 1, 0]);
  return sub(turn, scale(axis, dot(turn, axis)));
}
