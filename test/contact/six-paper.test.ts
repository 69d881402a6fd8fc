// Algorithm 1 of the paper and its preset: each step against a calculation by hand, the paper's known errors at their
// known size, and what must not depend on frames.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { W_FRICTION, W_SHARP } from '../../src/contact/six/layout.js';
import { PaperLaw } from '../../src/contact/six/paper-law.js';
import { UncoupledLimits } from '../../src/contact/six/spin.js';
import { WrenchLaw } from '../../src/contact/six/wrench-law.js';
import { type BodyDescription, type ContactDescription, type SceneDescription, World } from '../../src/index.js';
import { paper } from '../../src/paper.js';
import { KEPT_FRICTION, KEPT_HALF, KEPT_OUTLINE } from '../../src/patch/layout.js';
import { PatchBuffer } from '../../src/patch/patch.js';
import { ellipsePolygon, polygonMoments } from '../../src/patch/polygon.js';
import { atFactor, atSchur, blockSize } from '../../src/solver/blocks.js';
import { factorLdl } from '../../src/solver/factor.js';

/** A body of mass m and inertias about (n, u, w), its centre of mass at (n, u, w) from the patch's centre. */
interface Body {
  m: number;
  inertia: [number, number, number];
  center: [number, number, number];
}

const cube: Body = { m: 2, inertia: [0.3, 0.3, 0.3], center: [0.5, 0, 0] };

/** Rows of the block over (v_n, v_u, v_w, ω_n, ω_u, ω_w) of the body, at r from its centre of mass. */
function rows({ center }: Body): number[][] {
  const [n, u, w] = [-center[0], -center[1], -center[2]];
  return [
    [1, 0, 0, 0, w, -u],
    [0, 0, 0, 0, 0, -1],
    [0, 0, 0, 0, 1, 0],
    [0, 1, 0, -w, 0, n],
    [0, 0, 1, u, -n, 0],
    [0, 0, 0, 1, 0, 0],
  ];
}

interface Contact {
  body: Body;
  mu: number;
  /** Half-axes. */
  a: number;
  b: number;
  patch?: 'ellipse' | 'hull';
  spin?: 'corners' | 'uniform';
  sharp?: number;
}

const BOX_VERTICES = 4;

function patchOf({ a, b, patch = 'ellipse' }: Contact): PatchBuffer {
  const patches = new PatchBuffer();
  const n = patch === 'hull' ? BOX_VERTICES : 32;
  if (patch === 'hull') patches.vertices.set([-a, -b, a, -b, a, b, -a, b]);
  else ellipsePolygon(patches.vertices, 0, n, a, b);
  patches.count = 1;
  patches.records[KEPT_HALF] = a;
  patches.records[KEPT_HALF + 1] = b;
  patches.outlineCount[0] = patches.frictionCount[0] = n;
  polygonMoments(patches.records, KEPT_OUTLINE, patches.vertices, 0, n);
  polygonMoments(patches.records, KEPT_FRICTION, patches.vertices, 0, n);
  return patches;
}

/** λ of one visit for the twist v = (v_n, v_u, v_w, ω_n, ω_u, ω_w), and the twist after it. */
function visit(contact: Contact, v: readonly number[], law: 'paper' | 'exact' = 'paper') {
  const { body, mu, spin = 'corners', sharp = 1 } = contact;
  const limits = new UncoupledLimits(spin === 'corners');
  const j = rows(body);
  const inverse = [1 / body.m, 1 / body.m, 1 / body.m, ...body.inertia.map((x) => 1 / x)];
  const f = new Float64Array(blockSize(6, 0));
  f[W_FRICTION] = mu;
  f.fill(sharp, W_SHARP, W_SHARP + 4);
  for (let i = 0; i < 6; i++)
    for (let k = 0; k < 6; k++)
      f[atSchur + 6 * i + k] = inverse.reduce((sum, x, m) => sum + x * j[i]![m]! * j[k]![m]!, 0);
  factorLdl(f, atSchur, f, atFactor(6), 6);
  const r = new Float64Array(6);
  for (let i = 0; i < 6; i++) r[i] = j[i]!.reduce((sum, x, m) => sum + x * v[m]!, 0);
  const patches = patchOf(contact);
  const { project } =
    law === 'paper' ? new PaperLaw(patches, contact.patch ?? 'ellipse', limits) : new WrenchLaw(patches, limits);
  project(f, 0, 6, r, 0);
  const after = v.map((x, m) => x + inverse[m]! * j.reduce((sum, row, i) => sum + row[m]! * r[i]!, 0));
  return { lambda: [...r], after, e: j.map((row) => row.reduce((sum, x, m) => sum + x * v[m]!, 0)) };
}

const close = (x: readonly number[], y: readonly number[], size = 1) => {
  for (let k = 0; k < y.length; k++) expect(Math.abs(x[k]! - y[k]!)).toBeLessThan(1e-12 * size);
};

describe('one visit of Algorithm 1, by hand', () => {
  test('a box that falls flat: a normal force at the centre', () => {
    close(visit({ body: cube, mu: 0.5, a: 0.5, b: 0.5 }, [-0.2, 0, 0, 0, 0, 0]).lambda, [0.4, 0, 0, 0, 0, 0]);
  });

  test('a push on the upper half moves the centre of pressure the way it pushes', () => {
    // Weight m g h = 0.4 N·s; push 0.1 N·s along u at 0.3 m above the centre of mass: torque 0.03 about w.
    const { lambda, after } = visit({ body: cube, mu: 0.5, a: 0.5, b: 0.5 }, [-0.2, 0.05, 0, 0, 0, 0.03 / 0.3]);
    close(after, [0, 0, 0, 0, 0, 0]);
    // 0.1 N·s at 0.8 m above the floor against 0.4 N·s.
    close([lambda[1]! / lambda[0]!], [(0.1 * 0.8) / 0.4]);
    close([lambda[3]!, lambda[4]!, lambda[5]!], [-0.1, 0, 0]);
  });

  test('outside the cone the torques are solved anew: a sliding box presses μ h ahead of its centre, and does not turn', () => {
    const { lambda, after } = visit({ body: cube, mu: 0.3, a: 0.5, b: 0.5 }, [-0.2, 3, 4, 0, 0, 0]);
    close(lambda, [0.4, 0.4 * 0.3 * 0.5 * 0.6, 0.4 * 0.3 * 0.5 * 0.8, -0.12 * 0.6, -0.12 * 0.8, 0]);
    close(after.slice(3), [0, 0, 0]);
  });

  test('without friction a ball on a slope slides and gets no torque (§5.2)', () => {
    const ball: Body = { m: 1, inertia: [0.4, 0.4, 0.4], center: [1, 0, 0] };
    close(visit({ body: ball, mu: 0, a: 0.1, b: 0.1 }, [-0.2, 0.1, 0, 0, 0, 0]).lambda, [0.2, 0, 0, 0, 0, 0]);
  });

  test('beyond the patch: Eq. 8, a point contact where the ellipse ends', () => {
    // A push of 0.5 N·s at the top tips the box about u = a.
    const a = 0.5;
    const contact = { body: cube, mu: 10, a, b: 0.4 };
    const v = [-0.2, 0.25, 0, 0, 0, (0.5 * 0.5) / 0.3];
    const { lambda, after } = visit(contact, v);
    close([lambda[1]! / lambda[0]!, lambda[2]!, lambda[5]!], [a, 0, 0]);
    // At rest there: v_n - ω_w a = 0 and v_u - ω_w h = 0; and it turns over.
    close([after[0]! - a * after[5]!, after[1]! - 0.5 * after[5]!], [0, 0]);
    expect(after[5]).toBeGreaterThan(0);
  });

  test('Eq. 10: tipping and slipping, one unknown on the side of the cone', () => {
    const [a, mu, h] = [0.5, 0.1, 0.5];
    const v = [-0.2, 0.25, 0, 0, 0, (0.5 * 0.5) / 0.3];
    const { lambda, after } = visit({ body: cube, mu, a, b: 0.4 }, v);
    // The normal force turns the foot, (-h, a) from the centre of mass, forwards: friction is backwards.
    const f = -(v[0]! - a * v[5]!) / (1 / cube.m + (a * (a - mu * h)) / 0.3);
    close(lambda, [f, f * a, 0, -mu * f, 0, 0]);
    close([after[0]! - a * after[5]!], [0]);
    expect(after[1]! - h * after[5]!).toBeGreaterThan(0);
  });

  test('a box whose centre rises while its edge comes down bears on that edge; a rising one nowhere', () => {
    const contact = { body: cube, mu: 0.5, a: 0.5, b: 0.4 };
    // v_n(±a) = 0.1 ∓ 0.5 ω_w: with ω_w = 1 the edge at +u comes down at 0.4 although the centre rises.
    const turning = visit(contact, [0.1, 0, 0, 0, 0, 1]);
    expect(turning.lambda[0]).toBeGreaterThan(0);
    close([turning.lambda[1]! / turning.lambda[0]!, turning.lambda[2]!], [0.5, 0]);
    close([turning.after[0]! - 0.5 * turning.after[5]!], [0]);
    close(visit(contact, [0.6, 0, 0, 0, 0, 1]).lambda, [0, 0, 0, 0, 0, 0]);
  });

  test('a rolling ball: the force moves to the rim of the patch, the row stays at its centre', () => {
    const ball: Body = { m: 1, inertia: [0.4, 0.4, 0.4], center: [1, 0, 0] };
    const a = 0.05;
    // Rolls along u: v_u = -h… its lowest point at rest: v_u - ω_w = 0 (h = 1).
    const v = [-0.2, -3, 0, 0, 0, -3];
    const { lambda, after } = visit({ body: ball, mu: 0.5, a, b: a, sharp: 0 }, v);
    // It rolls towards -u, so it bears there.
    close([lambda[0]!, lambda[1]! / lambda[0]!], [0.2, -a]);
    close([after[0]!, after[1]! - after[5]!], [0, 0]);
    // Rolling resistance takes a f_n off its angular momentum about the contact: (I + m h²) ω.
    close([after[5]!], [-3 + (0.2 * a) / 1.4]);
  });

  test('spin is bounded about the centre of pressure by the four corners (Eq. 11–13)', () => {
    const [a, b, mu] = [0.5, 0.3, 0.4];
    const contact = { body: cube, mu, a, b };
    const centred = visit(contact, [-0.2, 0, 0, 10, 0, 0]);
    close(centred.lambda, [0.4, 0, 0, 0, 0, -mu * 0.4 * Math.hypot(a, b)]);
    // Off centre: shares by bilinear coordinates, torque carried to the centre of pressure.
    const pu = 0.2;
    const { lambda } = visit(contact, [-0.2, 0, 0, 10, 0, (0.4 * pu) / 0.3]);
    close([lambda[1]! / lambda[0]!], [pu]);
    const s = 0.5 * (1 + pu / a);
    const bound = s * Math.hypot(a - pu, b) + (1 - s) * Math.hypot(a + pu, b);
    close([lambda[5]! - pu * lambda[4]!], [-mu * 0.4 * bound]);
    // A patch's own integral is less: 0.3826 L for a square, against 0.7071 L.
    const uniform = visit({ body: cube, mu, a: 0.5, b: 0.5, patch: 'hull', spin: 'uniform' }, [-0.2, 0, 0, 10, 0, 0]);
    const mean = (Math.SQRT2 + Math.log(1 + Math.SQRT2)) / 6;
    expect(Math.abs(uniform.lambda[5]! / (-mu * 0.4 * mean) - 1)).toBeLessThan(1e-9);
  });

  test('a body that may not turn still rests and slides', () => {
    const locked: Body = { m: 2, inertia: [Infinity, Infinity, Infinity], center: [0.5, 0, 0] };
    const v = [-0.2, 3, 0, 0, 0, 0];
    const { lambda } = visit({ body: locked, mu: 0.3, a: 0.5, b: 0.5 }, v);
    close([lambda[0]!, lambda[3]!, lambda[4]!], [0.4, -0.12, 0]);
  });
});

describe('one visit against the exact law', () => {
  // Millionths: no denormal numbers.
  const number = (min: number, max: number) =>
    fc.integer({ min: Math.ceil(1e6 * min), max: Math.floor(1e6 * max) }).map((x) => x / 1e6);
  const body = fc.record({
    m: number(0.5, 3),
    inertia: fc.tuple(number(0.2, 0.5), number(0.2, 0.5), number(0.2, 0.5)),
    center: fc.tuple(number(0.1, 0.6), number(-0.2, 0.2), number(-0.2, 0.2)),
  });

  test('is feasible: pushes, within the cone, centre of pressure in the patch', () => {
    fc.assert(
      fc.property(
        body,
        fc.array(number(-2, 2), { minLength: 6, maxLength: 6 }),
        number(0, 1),
        fc.constantFrom('ellipse' as const, 'hull' as const),
        (b, v, mu, patch) => {
          const { lambda, e } = visit({ body: b, mu, a: 0.4, b: 0.25, patch }, v);
          expect(lambda.every(Number.isFinite)).toBe(true);
          const [fn, nu, nw, fu, fw] = lambda as [number, number, number, number, number, number];
          expect(fn).toBeGreaterThanOrEqual(0);
          if (fn === 0) {
            // Nothing of the patch approaches.
            const least =
              patch === 'ellipse'
                ? e[0]! - Math.hypot(0.4 * e[1]!, 0.25 * e[2]!)
                : e[0]! - 0.4 * Math.abs(e[1]!) - 0.25 * Math.abs(e[2]!);
            expect(least).toBeGreaterThan(-1e-12);
            return;
          }
          expect(Math.hypot(fu, fw)).toBeLessThanOrEqual(mu * fn * (1 + 1e-12));
          const [pu, pw] = [nu / fn / 0.4, nw / fn / 0.25];
          const out = patch === 'ellipse' ? Math.hypot(pu, pw) : Math.max(Math.abs(pu), Math.abs(pw));
          expect(out).toBeLessThan(1 + 1e-9);
        },
      ),
      { numRuns: 2000, seed: 7 },
    );
  });

  test('is the same wherever all six rows can rest', () => {
    fc.assert(
      fc.property(body, number(0.1, 1), number(-0.02, 0.02), number(-0.02, 0.02), (b, fall, spin, push) => {
        const contact = { body: b, mu: 1, a: 0.6, b: 0.6, patch: 'hull', spin: 'uniform' } as const;
        const v = [-fall, push * fall, 0, spin * fall, 0, 0];
        close(visit(contact, v).lambda, visit(contact, v, 'exact').lambda, 10);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  test('without friction finds, by the mass-weighted projection, the point of the exact law to second order', () => {
    fc.assert(
      fc.property(
        body,
        number(0, 2 * Math.PI),
        fc.constantFrom('ellipse' as const, 'hull' as const),
        (b, angle, patch) => {
          // Far off in the plain metric: the body turns easily about one axis only.
          const stiff: Body = { ...b, inertia: [b.inertia[0], b.inertia[1], 4 * b.inertia[2]] };
          const offset = (far: number) => {
            // A twist that needs its centre of pressure at `far` times the patch's boundary point: v = -M⁻¹ wrench.
            const edge =
              patch === 'ellipse' ? [0.4 * Math.cos(angle), 0.25 * Math.sin(angle)] : [0.4, 0.25 * Math.cos(angle)];
            const [pu, pw] = [far * edge[0]! - stiff.center[1], far * edge[1]! - stiff.center[2]];
            const v = [-1 / stiff.m, 0, 0, 0, -pw / stiff.inertia[1], pu / stiff.inertia[2]];
            const contact = { body: stiff, mu: 0, a: 0.4, b: 0.25, patch };
            const [x, y] = [visit(contact, v).lambda, visit(contact, v, 'exact').lambda];
            return Math.hypot(x[1]! / x[0]! - y[1]! / y[0]!, x[2]! / x[0]! - y[2]! / y[0]!);
          };
          // The exact law sees a polygon of 32 vertices in place of the ellipse: (π/32)² of its size off, at most.
          const polygon = patch === 'ellipse' ? 0.4 * 0.02 : 0;
          const far = 0.02;
          expect(offset(1 + far)).toBeLessThan(polygon + 3 * far * far);
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  test('does not depend on how the frame is turned: round patches', () => {
    fc.assert(
      fc.property(
        fc.array(number(-2, 2), { minLength: 6, maxLength: 6 }),
        number(0, 2 * Math.PI),
        number(0, 1),
        (v, angle, mu) => {
          const round: Body = { m: 1.5, inertia: [0.2, 0.35, 0.35], center: [0.4, 0.1, -0.05] };
          const [c, s] = [Math.cos(angle), Math.sin(angle)];
          const turn = (x: readonly number[], i: number) => [c * x[i]! + s * x[i + 1]!, c * x[i + 1]! - s * x[i]!];
          const turned: Body = { ...round, center: [0.4, ...turn(round.center, 1)] as [number, number, number] };
          const x = visit({ body: round, mu, a: 0.3, b: 0.3 }, v).lambda;
          const y = visit({ body: turned, mu, a: 0.3, b: 0.3 }, [v[0]!, ...turn(v, 1), v[3]!, ...turn(v, 4)]).lambda;
          // The closest point of the ellipse is found to 1e-9 of its size or better.
          close([x[0]!, ...turn(x, 1), ...turn(x, 3)], y.slice(0, 5), 1e4);
        },
      ),
      { numRuns: 500, seed: 7 },
    );
  });

  test('scales with mass and with velocity', () => {
    const v = [-0.3, 1, 0.5, 2, 0.4, -0.6];
    const contact = { body: cube, mu: 0.4, a: 0.4, b: 0.3 };
    const heavy: Body = { ...cube, m: 8 * cube.m, inertia: [2.4, 2.4, 2.4] };
    const { lambda } = visit(contact, v);
    close(
      visit({ ...contact, body: heavy }, v).lambda,
      lambda.map((x) => 8 * x),
      100,
    );
    close(
      visit(
        contact,
        v.map((x) => 16 * x),
      ).lambda,
      lambda.map((x) => 16 * x),
      100,
    );
  });
});

const g = 9.81;
const ground: BodyDescription = { name: 'ground', type: 'static', shape: { type: 'half-space' } };
const world = (contact: ContactDescription, scene: SceneDescription): World =>
  new World({ sleep: false, ...scene, contact: { model: 'six', ...contact } }, { models: [paper] });

function run(w: World, seconds: number, each?: () => void): void {
  for (let k = Math.round(seconds / w.timeStep); k > 0; k--) {
    w.step();
    each?.();
  }
}

describe('options', () => {
  const made = (contact: ContactDescription) => {
    const w = world(
      { friction: 0.5, ...contact },
      {
        bodies: [
          ground,
          {
            name: 'plate',
            shape: { type: 'box', size: [1, 0.1, 1] },
            mass: 1,
            position: [0, 0.05, 0],
            angularVelocity: [0, 10, 0],
          },
        ],
      },
    );
    const before = w.body('plate').angularVelocity[1];
    run(w, 0.2);
    // Torque over μ f_n, in lengths of the plate: I = m L²/6.
    return (before - w.body('plate').angularVelocity[1]) / 0.2 / (0.5 * g * 6);
  };
  const square = (Math.SQRT2 + Math.log(1 + Math.SQRT2)) / 6;

  test.each([
    ['default', {}, square],
    ['preset "accurate"', { preset: 'accurate' }, square],
    ['preset "paper"', { preset: 'paper' }, Math.SQRT1_2],
    ['corners with the exact law', { spin: 'corners' }, Math.SQRT1_2],
    ['paper, but for a hull', { preset: 'paper', patch: 'hull' }, Math.SQRT1_2],
    ['paper, but for the patch integral over its ellipse', { preset: 'paper', spin: 'patch' }, 1 / 3],
    ['"patch" is another name of "uniform"', { preset: 'paper', spin: 'uniform' }, 1 / 3],
    ['a given field wins over the preset', { preset: 'paper', patch: 'hull', spin: 'uniform' }, square],
    ['contensou in the paper', { preset: 'paper', patch: 'hull', spin: 'contensou' }, square],
    ['the exact law on an ellipse', { preset: 'paper', law: 'exact', spin: 'contensou' }, 1 / 3],
  ] as const)('%s', (_, contact, torque) => {
    // The ellipse's polygon is right to 2e-4 with 16 vertices.
    expect(Math.abs(made(contact) / torque - 1)).toBeLessThan(3e-4);
  });

  test('all but the defaults need the entry', () => {
    const line = " needs: import { paper } from 'sixfold/paper' and new World(scene, { models: [paper] })";
    for (const [word, value] of Object.entries({
      preset: 'paper',
      patch: 'ellipse',
      spin: 'corners',
      normal: 'gradient',
      law: 'paper',
    }))
      expect(() => new World({ contact: { [word]: value } })).toThrow(`contact.${word} "${value}"${line}`);
    const plain = { preset: 'accurate', patch: 'hull', spin: 'contensou', normal: 'face', law: 'exact' } as const;
    expect(() => new World({ contact: plain })).not.toThrow();
    // A snapshot asks for it as a scene does.
    const bytes = world({ preset: 'paper' }, {}).snapshot();
    expect(() => World.restore(bytes)).toThrow(line);
    expect(World.restore(bytes, { models: [paper] }).model).toBe('six');
    // Handed in twice, or where nothing asks for it, it changes nothing.
    expect(new World({}, { models: [paper, paper] }).hash()).toBe(new World({}).hash());
  });

  test('wrong ones are refused by name', () => {
    expect(() => world({ preset: 'papers' as 'paper' }, {})).toThrow(
      /contact\.preset is "papers".*"accurate", "paper"/,
    );
    expect(() => world({ spin: 'corner' as 'corners' }, {})).toThrow(/contact\.spin/);
  });

  test('a snapshot goes on with the same bits', () => {
    const scene = {
      bodies: [ground, { shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0, 0.7, 0] }],
    } as const;
    const w = world({ preset: 'paper' }, scene);
    run(w, 0.3);
    const copy = World.restore(w.snapshot(), { models: [paper] });
    run(w, 0.3);
    run(copy, 0.3);
    expect(copy.hash()).toBe(w.hash());
  });
});

describe('the paper, with its known errors at their known size', () => {
  test('a spinning plate stops in 0.48 s where the truth is 0.888 s', () => {
    const stops = (contact: ContactDescription) => {
      const w = world(
        { friction: 0.5, ...contact },
        {
          timeStep: 1 / 240,
          bodies: [
            ground,
            {
              name: 'plate',
              shape: { type: 'box', size: [1, 0.1, 1] },
              mass: 1,
              position: [0, 0.05, 0],
              angularVelocity: [0, 10, 0],
            },
          ],
        },
      );
      let last = 0;
      run(w, 1.2, () => {
        if (Math.abs(w.body('plate').angularVelocity[1]) > 1e-9) last = w.time;
      });
      return last;
    };
    // ω₀ I/(μ m g 0.7071 L) = 0.4806 s and with 0.3826 L 0.8882 s; the last step is not a whole one.
    expect(Math.abs(stops({ preset: 'paper' }) - 0.4806)).toBeLessThan(1 / 240);
    expect(Math.abs(stops({}) - 0.8882)).toBeLessThan(1 / 240);
  });

  test.each([
    // Paraboloid over a disc and over a strip: variance a²/6 and a²/5, so √(3·variance) is 0.707 and 0.775 of a.
    ['sphere', 1e-4, 5 / 7, 2 * Math.sqrt(0.5), Math.SQRT1_2],
    ['cylinder', 1e-4, 2 / 3, Math.sqrt(1.5), Math.sqrt(0.6)],
    ['sphere', 1e-5, 5 / 7, 2 * Math.sqrt(0.5), Math.SQRT1_2],
    ['cylinder', 1e-5, 2 / 3, Math.sqrt(1.5), Math.sqrt(0.6)],
  ] as const)(
    'a %s rolls at depth %f by the law with its smaller patch, at a steady height',
    (type, depth, share, size, part) => {
      const [R, angle] = [0.5, 0.2];
      const sinks = (type === 'sphere' ? 2 : 1.5) * depth;
      const w = world(
        { preset: 'paper', friction: 0.5, depth },
        {
          gravity: [g * Math.sin(angle), -g * Math.cos(angle), 0],
          bodies: [
            ground,
            {
              name: 'ball',
              shape: type === 'sphere' ? { type, radius: R } : { type, radius: R, height: 1 },
              mass: 1,
              position: [0, R - sinks, 0],
              rotation: type === 'sphere' ? [0, 0, 0, 1] : [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
            },
          ],
        },
      );
      run(w, 0.2);
      const before = w.body('ball').linearVelocity[0];
      run(w, 1, () => expect(Math.abs(w.body('ball').position[1] - (R - sinks))).toBeLessThan(depth));
      const a = part * size * Math.sqrt(depth);
      const truth = share * g * (Math.sin(angle) - (Math.cos(angle) * a) / R);
      expect(Math.abs((w.body('ball').linearVelocity[0] - before) / truth - 1)).toBeLessThan(1e-3);
    },
  );

  test('without friction nothing turns', () => {
    const w = world(
      { preset: 'paper', friction: 0 },
      {
        gravity: [2, -9.6, 0.5],
        bodies: [ground, { name: 'ball', shape: { type: 'sphere', radius: 0.5 }, mass: 1, position: [0, 0.4999, 0] }],
      },
    );
    run(w, 2);
    expect(Math.hypot(...w.body('ball').angularVelocity)).toBeLessThan(1e-10);
    expect(w.body('ball').linearVelocity[0]).toBeCloseTo(4, 9);
  });

  test('an overhanging cube slides below μ = depth/length of its patch, 0.031 at a paper-like depth; ours stays', () => {
    const moved = (contact: ContactDescription) => {
      const w = world(contact, {
        bodies: [
          { name: 'base', type: 'static', shape: { type: 'box', size: [1, 1, 1] }, position: [0, -0.5, 0] },
          { name: 'cube', shape: { type: 'box', size: [1, 1, 1] }, mass: 1, position: [0.4, 0.5, 0] },
        ],
      });
      // Settled at the target depth first.
      run(w, 0.5);
      const start = w.body('cube').position[0];
      run(w, 1);
      return Math.abs(w.body('cube').position[0] - start);
    };
    const depth = 0.0186;
    const critical = depth / 0.6;
    expect(critical).toBeCloseTo(0.031, 6);
    expect(moved({ preset: 'paper', depth, friction: 0.95 * critical })).toBeGreaterThan(5e-3);
    expect(moved({ preset: 'paper', depth, friction: 1.05 * critical })).toBeLessThan(1e-5);
    expect(moved({ depth, friction: 0.002 })).toBeLessThan(1e-5);
    expect(moved({ preset: 'paper', normal: 'face', depth, friction: 0.002 })).toBeLessThan(1e-5);
  });

  test('a box pivoting on its edge follows the pendulum equation, and its edge does not sink', () => {
    // The naive rule (f_n ≤ 0 of the rigid joint: no contact) has no support here at all.
    const w = world(
      { preset: 'paper', friction: 2 },
      {
        timeStep: 1 / 960,
        bodies: [
          ground,
          // Turns about its lower edge at x = 0.25, its centre rising.
          {
            name: 'box',
            shape: { type: 'box', size: [0.5, 1, 1] },
            mass: 1,
            position: [0, 0.5, 0],
            linearVelocity: [0.5, 0.25, 0],
            angularVelocity: [0, 0, -1],
          },
        ],
      },
    );
    // θ̈ = -(m g/I) times the horizontal arm of the centre about the edge; I = I_c + m l².
    const l = Math.hypot(0.25, 0.5);
    const inertia = (0.25 + 1) / 12 + l * l;
    let angle = 0;
    let rate = 1;
    const h = 1 / 24000;
    for (let k = 0; k < 0.25 / h; k++) {
      // Horizontal arm of the centre: l sin(atan(0.5) - angle).
      rate -= ((h * g) / inertia) * l * Math.sin(Math.atan(0.5) - angle);
      angle += h * rate;
    }
    run(w, 0.25, () => {
      const box = w.body('box');
      const t = 2 * Math.atan2(-box.rotation[2], box.rotation[3]);
      const edge = box.position[1] - 0.5 * Math.cos(t) - 0.25 * Math.sin(t);
      expect(Math.abs(edge)).toBeLessThan(1e-4);
      expect(w.contacts()[0]!.force[1]).toBeGreaterThan(0);
    });
    const box = w.body('box');
    const t = 2 * Math.atan2(-box.rotation[2], box.rotation[3]);
    // The integrator is of first order: 1.5 % at this step, four times that at 1/240.
    expect(Math.abs(t / angle - 1)).toBeLessThan(0.02);
  });

  test('turning a whole scene about the vertical turns its result', () => {
    const end = (angle: number) => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      // About y: x → (c, -s).
      const turn = (x: number, y: number, z: number): [number, number, number] => [c * x + s * z, y, c * z - s * x];
      const w = world(
        { preset: 'paper', friction: 0.4 },
        {
          bodies: [
            ground,
            {
              name: 'box',
              shape: { type: 'box', size: [1, 0.4, 0.6] },
              mass: 1,
              position: [0, 0.2, 0],
              rotation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)],
              linearVelocity: turn(2, 0, 0.7),
              angularVelocity: [0, 3, 0],
            },
          ],
        },
      );
      run(w, 0.5);
      const [x, y, z] = w.body('box').position;
      return [c * x - s * z, y, c * z + s * x];
    };
    const still = end(0);
    for (const angle of [0.3, 1.1, 2.5]) {
      const turned = end(angle);
      // Rounding of the turned start grows over thirty steps of sliding.
      for (let k = 0; k < 3; k++) expect(Math.abs(turned[k]! - still[k]!)).toBeLessThan(1e-9);
    }
  });

  test('a tower of ten stands', () => {
    const w = world(
      { preset: 'paper' },
      {
        bodies: [
          ground,
          ...Array.from({ length: 10 }, (_, i) => ({
            name: `box${i}`,
            shape: { type: 'box', size: [0.2, 0.2, 0.2] } as const,
            density: 500,
            position: [0, 0.2 * i + 0.1, 0] as const,
          })),
        ],
      },
    );
    run(w, 3);
    const top = w.body('box9').position;
    expect(Math.hypot(top[0], top[2])).toBeLessThan(1e-6);
    expect(Math.abs(top[1] - 1.9)).toBeLessThan(1e-3);
  });
});
