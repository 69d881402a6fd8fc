// A hand that was recorded moves a device of `sixfold serve`, and hears what it feels:
// node examples/bridge/client.js ADDRESS DEVICE
// ADDRESS is what `serve` prints. No packages: the few bytes of a WebSocket (RFC 6455) are written by hand.

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';

const [address = '', device = 'left'] = process.argv.slice(2);
/** Height (m) at 0, 1, 2 and 3 s: down on the floor, a little into it, and up again. */
const recording = [0.1, 0.045, 0.045, 0.1];

const heightAt = (t) => {
  const [low, high] = [recording[Math.floor(t)], recording[Math.floor(t) + 1] ?? 0.1];
  return low + (high - low) * (t % 1);
};

function frame(text) {
  const [payload, mask] = [Buffer.from(text), randomBytes(4)];
  const size = payload.length < 126 ? [128 | payload.length] : [254, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([129, ...size]), mask, payload.map((byte, i) => byte ^ mask[i & 3])]);
}

const version = { 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': randomBytes(16).toString('base64') };
const headers = { Connection: 'Upgrade', Upgrade: 'websocket', ...version };
const call = request(address.replace(/^ws/, 'http'), { headers });
call.on('response', ({ statusCode }) => console.error(`refused: ${statusCode}`));
call.on('upgrade', (_, socket) => {
  const start = performance.now();
  const timer = setInterval(() => {
    const t = (performance.now() - start) / 1000;
    const pose = { position: [0, heightAt(t), 0], rotation: [0, 0, 0, 1] };
    socket.write(frame(JSON.stringify({ type: 'pose', device, ...pose })));
    if (t < recording.length - 1.01) return;
    clearInterval(timer);
    socket.end();
  }, 1);
  // Messages are flat; one that the line cuts in two is passed over.
  socket.on('data', (data) => console.log((data.toString().match(/{[^{}]*}/g) ?? []).join('\n')));
  socket.on('close', () => clearInterval(timer));
});
call.end();
