// A hand that was recorded moves a device of `sixfold serve`, and hears what it feels: node examples/bridge/client.js ADDRESS DEVICE
// ADDRESS is what `serve` prints. No packages: the few bytes of a WebSocket (RFC 6455) are written by hand.

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';

const [address = '', device = 'left'] = process.argv.slice(2);
/** Time (s) and height (m): down on the floor, a little into it, and up again. */
const recording = Object.entries({ 0: 0.1, 1: 0.045, 2: 0.045, 3: 0.1 }).map(([t, y]) => [Number(t), y]);

function heightAt(t) {
  const k = recording.findIndex(([time]) => time > t);
  if (k < 0) return recording.at(-1)[1];
  const [[t0, y0], [t1, y1]] = [recording[Math.max(0, k - 1)], recording[k]];
  return y0 + ((y1 - y0) * (t - t0)) / Math.max(t1 - t0, 1e-9);
}

function frame(text) {
  const [payload, mask] = [Buffer.from(text), randomBytes(4)];
  const size = payload.length < 126 ? [128 | payload.length] : [254, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([129, ...size]), mask, payload.map((byte, i) => byte ^ mask[i & 3])]);
}

const key = randomBytes(16).toString('base64');
const headers = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': key,
};
const call = request(address.replace(/^ws/, 'http'), { headers });
call.on('response', ({ statusCode }) => console.error(`refused: ${statusCode}`));
call.on('upgrade', (_, socket) => {
  const start = performance.now();
  const timer = setInterval(() => {
    const t = (performance.now() - start) / 1000;
    const pose = { position: [0, heightAt(t), 0], rotation: [0, 0, 0, 1] };
    socket.write(frame(JSON.stringify({ type: 'pose', device, ...pose })));
    if (t > recording.at(-1)[0]) socket.end();
  }, 1);
  socket.on('data', (data) => process.stdout.write(`${data.toString().match(/{.*}/)?.[0] ?? ''}\n`));
  socket.on('close', () => clearInterval(timer));
});
call.end();
