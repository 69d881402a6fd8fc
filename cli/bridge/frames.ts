// WebSocket frames (RFC 6455) as far as a bridge needs them: whole text messages from a client, masked, of a bounded size.

export type Incoming =
  | { kind: 'text'; text: string }
  | { kind: 'ping'; payload: Buffer }
  | { kind: 'pong' }
  | { kind: 'close' }
  /** Not allowed here; the connection ends with this status. */
  | { kind: 'refused'; status: number; why: string };

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export class FrameReader {
  private data: Buffer = Buffer.alloc(0);

  constructor(private readonly most: number) {}

  /** All frames that are complete once these bytes have come. Nothing comes after a refusal. */
  push(bytes: Buffer): Incoming[] {
    this.data = this.data.length === 0 ? bytes : Buffer.concat([this.data, bytes]);
    const out: Incoming[] = [];
    for (;;) {
      const one = this.next();
      if (one === null) return out;
      out.push(one);
      if (one.kind === 'refused' || one.kind === 'close') return out;
    }
  }

  private next(): Incoming | null {
    const d = this.data;
    if (d.length < 2) return null;
    const first = d[0]!;
    const opcode = first & 15;
    if ((first & 0x70) !== 0) return refused(1002, 'reserved bits');
    if ((first & 0x80) === 0 || opcode === 0) return refused(1003, 'messages in parts');
    if ((d[1]! & 0x80) === 0) return refused(1002, 'a frame without mask');
    let length = d[1]! & 0x7f;
    let at = 2;
    if (opcode >= 8 && length > 125) return refused(1002, 'a long control frame');
    if (length === 126) {
      if (d.length < 4) return null;
      length = d.readUInt16BE(2);
      at = 4;
    } else if (length === 127) {
      if (d.length < 10) return null;
      const high = d.readUInt32BE(2);
      length = high > 0 ? Infinity : d.readUInt32BE(6);
      at = 10;
    }
    if (length > this.most) return refused(1009, `more than ${this.most} bytes`);
    if (d.length < at + 4 + length) return null;
    const mask = d.subarray(at, at + 4);
    const payload = Buffer.from(d.subarray(at + 4, at + 4 + length));
    for (let k = 0; k < payload.length; k++) payload[k]! ^= mask[k & 3]!;
    this.data = d.subarray(at + 4 + length);
    if (opcode === TEXT) return { kind: 'text', text: payload.toString('utf8') };
    if (opcode === CLOSE) return { kind: 'close' };
    if (opcode === PING) return { kind: 'ping', payload };
    if (opcode === PONG) return { kind: 'pong' };
    return refused(1003, `opcode ${opcode}`);
  }
}

const refused = (status: number, why: string): Incoming => ({ kind: 'refused', status, why });

/** A frame from the server: whole, without mask. */
function frame(opcode: number, payload: Buffer): Buffer {
  const head =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, payload.length])
      : Buffer.from([0x80 | opcode, 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([head, payload]);
}

export const textFrame = (text: string): Buffer => frame(TEXT, Buffer.from(text));
export const pongFrame = (payload: Buffer): Buffer => frame(PONG, payload);
export const closeFrame = (status: number): Buffer => frame(CLOSE, Buffer.from([status >> 8, status & 255]));
