// A WebSocket bridge to devices: a native driver of a force-feedback device attaches here.
//
// Loopback unless told; a token is required; pages of other origins are refused, and so is a Host that is no loopback name (DNS
// rebinding). What is malformed or too large is refused and counted; a client that goes on ends. Force is zero from when poses are stale
// or the line drops until they come again.
// Verified in test/cli/bridge.test.ts.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { closeFrame, FrameReader, pongFrame, textFrame } from './frames.js';
import { type PoseMessage, readMessage } from './messages.js';

export interface BridgeOptions {
  devices: readonly string[];
  /** Called for every pose that is accepted. */
  pose(message: PoseMessage): void;
  /** The device's poses are stale, or come again: its force must be zero meanwhile. */
  stale(device: string, isStale: boolean): void;
  port?: number;
  host?: string;
  token?: string;
  /** Origins of pages that may connect, such as "http://localhost:5173"; programs send none. */
  origins?: readonly string[];
  /** Milliseconds without a pose after which it is stale. */
  staleAfter?: number;
}

/** Bytes of a message, and refused messages after which a client ends. */
const LARGEST = 1024;
const MOST_REFUSED = 100;
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

export class Bridge {
  readonly token: string;
  /** Connections and messages that were refused. */
  refused = 0;
  accepted = 0;
  private readonly server: Server;
  private readonly options: BridgeOptions;
  /** Who sends poses for a device: the first that did, until it goes. */
  private readonly owners = new Map<string, Socket>();
  private readonly heard = new Map<string, number>();
  private readonly stale = new Set<string>();
  private readonly sockets = new Set<Socket>();
  private readonly timer: NodeJS.Timeout;

  constructor(options: BridgeOptions) {
    this.options = options;
    this.token = options.token ?? randomBytes(16).toString('hex');
    this.server = createServer((_, response) => {
      response.writeHead(426, { 'Content-Type': 'text/plain' }).end('WebSocket only\n');
    });
    this.server.on('upgrade', (request, socket, head) => this.upgrade(request, socket as Socket, head));
    for (const device of options.devices) this.setStale(device, true);
    const after = options.staleAfter ?? 100;
    this.timer = setInterval(() => this.age(after), Math.max(5, after / 4));
    this.timer.unref();
  }

  /** Starts to listen; resolves with the address for clients, token included. */
  async listen(): Promise<string> {
    const { host = '127.0.0.1', port = 0 } = this.options;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    return `ws://${host}:${(this.server.address() as AddressInfo).port}/?token=${this.token}`;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  /** Tells whoever moves the device what its hand feels; a client that cannot keep up misses some. */
  send(device: string, force: readonly number[], torque: readonly number[], time: number): void {
    const owner = this.owners.get(device);
    if (!owner || owner.writableLength > 16_384) return;
    const zero = this.stale.has(device);
    const message = { type: 'force', device, force: zero ? [0, 0, 0] : force, torque: zero ? [0, 0, 0] : torque, time };
    owner.write(textFrame(JSON.stringify(message)));
  }

  private upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const status = this.refusal(request);
    const key = request.headers['sec-websocket-key'];
    if (status !== null || typeof key !== 'string') {
      this.refused++;
      socket.end(`HTTP/1.1 ${status ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
      return;
    }
    const accept = createHash('sha1')
      .update(key + GUID)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.setNoDelay(true);
    this.serve(socket, head);
  }

  /** The status with which a request is turned away, or null. */
  private refusal(request: IncomingMessage): string | null {
    const { origin, host } = request.headers;
    if (this.options.host === undefined && !LOOPBACK.test(host ?? '')) return '403 Forbidden';
    if (origin !== undefined && !(this.options.origins ?? []).includes(origin)) return '403 Forbidden';
    if (request.headers['sec-websocket-version'] !== '13') return '400 Bad Request';
    let given = '';
    try {
      given = new URL(request.url ?? '/', 'http://localhost').searchParams.get('token') ?? '';
    } catch {
      return '400 Bad Request';
    }
    return isSame(given, this.token) ? null : '401 Unauthorized';
  }

  private serve(socket: Socket, head: Buffer): void {
    const reader = new FrameReader(LARGEST);
    let wrong = 0;
    let open = true;
    this.sockets.add(socket);
    const end = (status: number): void => {
      if (!open) return;
      open = false;
      socket.end(closeFrame(status));
    };
    const refuse = (why: string): void => {
      this.refused++;
      socket.write(textFrame(JSON.stringify({ type: 'refused', why })));
      if (++wrong >= MOST_REFUSED) end(1008);
    };
    const take = (bytes: Buffer): void => {
      for (const one of open ? reader.push(bytes) : []) {
        if (!open) return;
        if (one.kind === 'ping') socket.write(pongFrame(one.payload));
        else if (one.kind === 'close') end(1000);
        else if (one.kind === 'refused') {
          this.refused++;
          end(one.status);
        } else if (one.kind === 'text') {
          const message = readMessage(one.text, this.options.devices);
          if (typeof message === 'string') refuse(message);
          else if (!this.owns(message.device, socket)) refuse('another client moves this device');
          else this.take(message);
        }
      }
    };
    socket.on('data', take);
    socket.on('error', () => socket.destroy());
    // Sockets of an HTTP server stay half open: the other side has gone.
    socket.on('end', () => socket.destroy());
    socket.on('close', () => this.drop(socket));
    if (head.length > 0) take(head);
  }

  private owns(device: string, socket: Socket): boolean {
    const owner = this.owners.get(device);
    if (owner === undefined) this.owners.set(device, socket);
    return owner === undefined || owner === socket;
  }

  private take(message: PoseMessage): void {
    this.accepted++;
    this.heard.set(message.device, performance.now());
    this.options.pose(message);
    this.setStale(message.device, false);
  }

  private drop(socket: Socket): void {
    this.sockets.delete(socket);
    for (const [device, owner] of this.owners) {
      if (owner !== socket) continue;
      this.owners.delete(device);
      this.setStale(device, true);
    }
  }

  private age(after: number): void {
    const now = performance.now();
    for (const [device, time] of this.heard) if (now - time > after) this.setStale(device, true);
  }

  private setStale(device: string, isStale: boolean): void {
    if (this.stale.has(device) === isStale) return;
    if (isStale) this.stale.add(device);
    else this.stale.delete(device);
    this.options.stale(device, isStale);
  }
}

function isSame(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(x, y);
}
