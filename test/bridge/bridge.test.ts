// The WebSocket bridge: who gets in, what moves a body, and what becomes of 10,000 messages that nobody should send.

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { Bridge, type BridgeOptions } from '../../cli/bridge/bridge.js';
import { FrameReader } from '../../cli/bridge/frames.js';
import type { PoseMessage } from '../../cli/bridge/messages.js';
import { Random } from '../../src/math/random.js';

const POSE = { type: 'pose', device: 'left', position: [0, 1, 2], rotation: [0, 0, 0, 1] };
let bridge: Bridge | null = null;
afterEach(async () => {
  await bridge?.close();
  bridge = null;
});

interface Heard {
  address: URL;
  poses: PoseMessage[];
  stale: Map<string, boolean>;
}

async function start(more: Partial<BridgeOptions> = {}): Promise<Heard> {
  const poses: PoseMessage[] = [];
  const stale = new Map<string, boolean>();
  bridge = new Bridge({
    devices: ['left', 'right'],
    pose: (message) => poses.push(message),
    stale: (device, isStale) => stale.set(device, isStale),
    ...more,
  });
  return { address: new URL(await bridge.listen()), poses, stale };
}

function frame(text: string | Buffer, opcode = 1): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head = payload.length < 126 ? Buffer.from([0x80 | opcode, 0x80 | payload.length]) : Buffer.alloc(4);
  if (payload.length >= 126) {
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | 126;
    head.writeUInt16BE(payload.length, 2);
  }
  return Buffer.concat([head, mask, payload.map((x, k) => x ^ mask[k & 3]!)]);
}

/** Connects by hand, so that headers can be wrong; resolves with the status line's number. */
function open(
  address: URL,
  headers: Record<string, string> = {},
  path = address.pathname + address.search,
): Promise<[Socket, number]> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(address.port), address.hostname);
    const all = {
      Host: address.host,
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      'Sec-WebSocket-Version': '13',
      ...headers,
    };
    socket.on('error', reject);
    socket.once('data', (data) => {
      socket.removeListener('error', reject);
      socket.on('error', () => {});
      resolve([socket, Number(data.toString().slice(9, 12))]);
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\n${Object.entries(all)
        .map(([key, value]) => `${key}: ${value}\r\n`)
        .join('')}\r\n`,
    );
  });
}

const until = async (holds: () => boolean): Promise<void> => {
  for (let k = 0; k < 2000 && !holds(); k++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(holds()).toBe(true);
};

describe('who gets in', () => {
  test('only with the token, from no foreign page, under a loopback name', async () => {
    const { address } = await start({ origins: ['http://localhost:5173'] });
    const status = async (headers: Record<string, string>, path?: string) => {
      const [socket, code] = await open(address, headers, path);
      socket.destroy();
      return code;
    };
    expect(await status({})).toBe(101);
    expect(await status({ Origin: 'http://localhost:5173' })).toBe(101);
    expect(await status({ Origin: 'http://evil.example' })).toBe(403);
    expect(await status({ Host: 'evil.example' })).toBe(403);
    expect(await status({}, '/')).toBe(401);
    expect(await status({}, `/?token=${bridge!.token}x`)).toBe(401);
    expect(await status({}, '/?token=')).toBe(401);
    expect(bridge!.refused).toBe(5);
  });
});

describe('what moves a device', () => {
  test('poses of one client at a time; silence and a dropped line make it stale', async () => {
    const { address, poses, stale } = await start({ staleAfter: 40 });
    expect(stale.get('left')).toBe(true);
    const [one] = await open(address);
    one.write(frame(JSON.stringify(POSE)));
    await until(() => poses.length === 1);
    expect(stale.get('left')).toBe(false);
    expect(poses[0]).toEqual({ device: 'left', position: [0, 1, 2], rotation: [0, 0, 0, 1] });
    const [two] = await open(address);
    two.write(frame(JSON.stringify(POSE)));
    await until(() => bridge!.refused === 1);
    await until(() => stale.get('left') === true);
    one.write(frame(JSON.stringify(POSE)));
    await until(() => stale.get('left') === false);
    one.destroy();
    await until(() => stale.get('left') === true);
    // The line counts as dropped when the bridge has seen its end; until then the second client is told to wait.
    await until(() => {
      two.write(frame(JSON.stringify(POSE)));
      return poses.length >= 3;
    });
    two.destroy();
  });

  test('forces go to whoever moves the device, and are zero while it is silent', async () => {
    const { address, poses, stale } = await start({ staleAfter: 60 });
    const [socket] = await open(address);
    const heard: { force: number[] }[] = [];
    socket.on('data', (data: Buffer) => {
      for (let at = 0; at < data.length; at += 2 + data[at + 1]!)
        heard.push(JSON.parse(data.subarray(at + 2, at + 2 + data[at + 1]!).toString()));
    });
    socket.write(frame(JSON.stringify(POSE)));
    await until(() => poses.length === 1);
    bridge!.send('left', [0, 4, 0], [0, 0, 0], 1);
    await until(() => heard.length === 1);
    expect(heard[0]!.force).toEqual([0, 4, 0]);
    await until(() => stale.get('left') === true);
    bridge!.send('left', [0, 4, 0], [0, 0, 0], 2);
    await until(() => heard.length === 2);
    expect(heard[1]!.force).toEqual([0, 0, 0]);
    socket.destroy();
  });
});

test('10,000 fuzzed messages: none crashes it, moves a body or gets past the token', async () => {
  const seed = 2004;
  const random = new Random(seed);
  const { address, poses } = await start();
  const value = (): unknown => {
    const kinds = [0, -1, 1e308, 'x', '', null, true, [], {}, [1, 2], [0, 0, 'y'], 'left', [0, 0, 0, 9], [0, 101, 0]];
    return kinds[random.below(kinds.length)];
  };
  const wrong = (): Buffer => {
    switch (random.below(7)) {
      case 0:
        return frame(randomBytes(random.below(300)));
      case 1:
        return randomBytes(1 + random.below(60));
      case 2: {
        // One field of a good message becomes something else.
        const key = ['type', 'device', 'position', 'rotation'][random.below(4)]!;
        const changed: Record<string, unknown> = { ...POSE, [key]: value() };
        if (changed.device === 'left' && key === 'device') changed.extra = 1;
        return frame(JSON.stringify(changed));
      }
      case 3:
        return frame(JSON.stringify({ ...POSE, [random.below(1000)]: value() }));
      case 4:
        return frame(JSON.stringify(POSE).slice(0, random.below(40)));
      case 5:
        return frame('x'.repeat(1025 + random.below(5000)));
      default:
        return frame(JSON.stringify(POSE), 2 + random.below(6));
    }
  };
  let socket: Socket | null = null;
  for (let n = 0; n < 10_000; n++) {
    if (n % 500 === 0) {
      const [lost, status] = await open(address, {}, `/?token=${randomBytes(random.below(20)).toString('hex')}`);
      expect(status, `seed ${seed}`).toBe(401);
      lost.destroy();
    }
    if (!socket || socket.destroyed || !socket.writable) [socket] = await open(address);
    socket.write(wrong());
    if (n % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  socket?.destroy();
  expect(poses, `seed ${seed}`).toEqual([]);
  // It still serves.
  const [good] = await open(address);
  good.write(frame(JSON.stringify(POSE)));
  await until(() => poses.length === 1);
  expect(bridge!.refused).toBeGreaterThan(100);
  good.destroy();
}, 120_000);

test('frames come whole however the bytes are cut', () => {
  const bytes = Buffer.concat([frame('one'), frame('two'.repeat(100)), frame('', 9)]);
  for (let cut = 1; cut < bytes.length; cut += 7) {
    const reader = new FrameReader(1024);
    const kinds: string[] = [];
    for (let at = 0; at < bytes.length; at += cut)
      kinds.push(...reader.push(bytes.subarray(at, at + cut)).map(({ kind }) => kind));
    expect(kinds).toEqual(['text', 'text', 'ping']);
  }
});
