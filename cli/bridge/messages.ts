// What clients of the bridge may say, and what they hear.
//
//   client → bridge   { "type": "pose", "device": "left", "position": [x, y, z], "rotation": [x, y, z, w] }
//   bridge → client   { "type": "force", "device": "left", "force": [], "torque": [], "time": 0 }
//                     { "type": "refused", "why": "…" }

export interface PoseMessage {
  device: string;
  position: [number, number, number];
  rotation: [number, number, number, number];
}

/** Farther than this is no hand (m). */
const FARTHEST = 100;

/** The pose in a text, or why there is none. */
export function readMessage(text: string, devices: readonly string[]): PoseMessage | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not JSON';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object';
  const { type, device, position, rotation, ...more } = value as Record<string, unknown>;
  if (type !== 'pose') return 'type must be "pose"';
  if (Object.keys(more).length > 0) return 'unknown field';
  if (typeof device !== 'string' || !devices.includes(device)) return 'no such device';
  if (!isNumbers(position, 3) || position.some((x) => Math.abs(x) > FARTHEST))
    return `position must be three numbers of at most ${FARTHEST} m`;
  if (!isNumbers(rotation, 4)) return 'rotation must be four numbers';
  const norm = Math.hypot(...rotation);
  if (!(Math.abs(norm - 1) < 0.01)) return 'rotation must be a unit quaternion';
  return {
    device,
    position: position as PoseMessage['position'],
    rotation: rotation.map((x) => x / norm) as PoseMessage['rotation'],
  };
}

const isNumbers = (value: unknown, n: number): value is number[] =>
  Array.isArray(value) && value.length === n && value.every((x) => typeof x === 'number' && Number.isFinite(x));
