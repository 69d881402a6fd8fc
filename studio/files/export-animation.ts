// What happened as an animation for other programs: GLB, in singles, with one key a step.
// Verified in test/studio/files-export.test.ts.

import type { Accessor, Animation, Document, Mesh, Scene } from '@gltf-transform/core';
import { geometryFromShape } from '../../three/geometry-from-shape.js';
import type { Trajectory } from '../sim/protocol.js';

/** Sides of the square that stands for a half-space, against the room that everything else takes. */
const GROUND = 3;
/** Morph targets of a soft body at most: their weights are as many numbers as there are targets, at every key. */
const MOST_TARGETS = 240;
const MOVING = [0.78, 0.8, 0.83, 1] as const;
const FIXED = [0.45, 0.47, 0.5, 1] as const;

/** glTF with a node for every body and one animation; bodies that share a shape share its mesh. */
export async function trajectoryToGlb(trajectory: Trajectory, name: string): Promise<Uint8Array> {
  const { Document: DocumentClass, WebIO, Accessor: AccessorClass } = await import('@gltf-transform/core');
  const { bodies, times, poses } = trajectory;
  const document = new DocumentClass();
  const buffer = document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', array: Float32Array | Uint16Array | Uint32Array): Accessor =>
    document.createAccessor().setType(AccessorClass.Type[type]).setArray(array).setBuffer(buffer);
  const meshOf = meshMaker(document, accessor, trajectory);
  const keys = accessor(
    'SCALAR',
    Float32Array.from(times, (time) => time - times[0]!),
  );
  const scene = document.createScene(name);
  const animation = document.createAnimation(name);
  const softs = new Map(trajectory.softs?.map((soft) => [soft.body, soft]));
  for (const [i, body] of bodies.entries()) {
    const soft = softs.get(i);
    if (soft) {
      addSoft(document, accessor, scene, animation, body.name, soft, times);
      continue;
    }
    const position = track(poses, 7 * bodies.length, 7 * i, 3);
    const rotation = unitTrack(track(poses, 7 * bodies.length, 7 * i + 3, 4));
    const node = document
      .createNode(body.name)
      .setMesh(meshOf(body.shape, body.type !== 'static'))
      .setTranslation([position[0]!, position[1]!, position[2]!])
      .setRotation([rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!]);
    scene.addChild(node);
    const add = (path: 'translation' | 'rotation', values: Float32Array, width: 3 | 4): void => {
      if (isConstant(values, width)) return;
      const sampler = document
        .createAnimationSampler()
        .setInput(keys)
        .setOutput(accessor(width === 3 ? 'VEC3' : 'VEC4', values))
        .setInterpolation('LINEAR');
      const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
      animation.addSampler(sampler).addChannel(channel);
    };
    add('translation', position, 3);
    add('rotation', rotation, 4);
  }
  // An animation without channels is not valid glTF.
  if (animation.listChannels().length === 0) {
    animation.dispose();
    keys.dispose();
  }
  document.getRoot().setDefaultScene(scene).getAsset().generator = 'sixfold';
  return new WebIO().writeBinary(document);
}

/**
 * A soft body: its surface at the first key, and a morph target for every further one, of which two at a time have
 * weights. Between keys a player then moves vertices straight, as it does with poses. Of long recordings not every step
 * is a key.
 */
function addSoft(
  document: Document,
  accessor: MakeAccessor,
  scene: Scene,
  animation: Animation,
  name: string,
  { indices, positions }: NonNullable<Trajectory['softs']>[number],
  times: Float64Array,
): void {
  const size = positions.length / times.length;
  const every = Math.max(1, Math.ceil((times.length - 1) / MOST_TARGETS));
  const keys: number[] = [];
  for (let n = 0; n < times.length; n += every) keys.push(n);
  if (keys.at(-1) !== times.length - 1) keys.push(times.length - 1);
  const frame = (n: number): Float32Array => positions.slice(size * n, size * (n + 1));
  const first = frame(0);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', first))
    .setIndices(accessor('SCALAR', indices.slice()))
    .setMaterial(
      document
        .createMaterial('soft')
        .setBaseColorFactor([...MOVING])
        .setMetallicFactor(0),
    );
  const targets = keys.length - 1;
  for (const n of keys.slice(1)) {
    const moved = frame(n).map((x, k) => x - first[k]!);
    primitive.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', accessor('VEC3', moved)));
  }
  const mesh = document.createMesh(name).addPrimitive(primitive).setWeights(new Array(targets).fill(0));
  const node = document.createNode(name).setMesh(mesh);
  scene.addChild(node);
  if (targets === 0) return;
  const weights = new Float32Array(keys.length * targets);
  for (let k = 1; k < keys.length; k++) weights[k * targets + k - 1] = 1;
  const sampler = document
    .createAnimationSampler()
    .setInput(
      accessor(
        'SCALAR',
        Float32Array.from(keys, (n) => times[n]! - times[0]!),
      ),
    )
    .setOutput(accessor('SCALAR', weights))
    .setInterpolation('LINEAR');
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('weights').setSampler(sampler);
  animation.addSampler(sampler).addChannel(channel);
}

type MakeAccessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', array: Float32Array | Uint16Array | Uint32Array) => Accessor;

function meshMaker(document: Document, accessor: MakeAccessor, { shapes, poses }: Trajectory) {
  const made = new Map<string, Mesh>();
  const material = (name: string, color: readonly [number, number, number, number]) =>
    document
      .createMaterial(name)
      .setBaseColorFactor([...color])
      .setMetallicFactor(0)
      .setRoughnessFactor(0.6);
  const materials = { moving: material('moving', MOVING), fixed: material('fixed', FIXED) };
  const reach = poses.reduce((most, x, i) => (i % 7 < 3 ? Math.max(most, Math.abs(x)) : most), 1);
  return (shape: number, moves: boolean): Mesh => {
    const key = `${shape} ${moves}`;
    const known = made.get(key);
    if (known) return known;
    const geometry = geometryFromShape(shapes[shape]!, { halfSpaceSize: 2 * GROUND * reach });
    const [position, normal] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', position!.array as Float32Array))
      .setAttribute('NORMAL', accessor('VEC3', normal!.array as Float32Array))
      .setIndices(accessor('SCALAR', geometry.index!.array as Uint16Array | Uint32Array))
      .setMaterial(materials[moves ? 'moving' : 'fixed']);
    const mesh = document.createMesh(shapes[shape]!.type).addPrimitive(primitive);
    made.set(key, mesh);
    return mesh;
  };
}

/** `width` numbers out of every record of `stride`. */
function track(poses: Float32Array, stride: number, offset: number, width: number): Float32Array {
  const count = poses.length / stride;
  const out = new Float32Array(width * count);
  for (let n = 0; n < count; n++) {
    for (let k = 0; k < width; k++) out[width * n + k] = poses[n * stride + offset + k]!;
  }
  return out;
}

/** Unit quaternions, each in the sign that is nearer to the one before: players interpolate number by number. */
function unitTrack(track: Float32Array): Float32Array {
  for (let i = 0; i < track.length; i += 4) {
    const [x, y, z, w] = [track[i]!, track[i + 1]!, track[i + 2]!, track[i + 3]!];
    const dot = i === 0 ? 1 : x * track[i - 4]! + y * track[i - 3]! + z * track[i - 2]! + w * track[i - 1]!;
    const scale = (dot < 0 ? -1 : 1) / Math.sqrt(x * x + y * y + z * z + w * w);
    track.set([x * scale, y * scale, z * scale, w * scale], i);
  }
  return track;
}

function isConstant(values: Float32Array, width: number): boolean {
  return values.every((x, i) => x === values[i % width]);
}
