import { bodyOf, type Envelope, positionOf } from './event-type.js';

type Kind = 'frame' | 'durable' | 'hint';

/** A frame with its bytes for each transport. They are made on first use and shared by all receivers. */
export class Outgoing {
  private frame: Buffer | undefined;
  private message: Buffer | undefined;

  private constructor(
    private readonly text: string,
    readonly kind: Kind,
    private readonly envelope?: Envelope,
  ) {}

  static fromFrame(frame: object): Outgoing {
    return new Outgoing(JSON.stringify(frame), 'frame');
  }

  static fromEvent(envelope: Envelope): Outgoing {
    const kind = envelope.seq === undefined ? 'hint' : 'durable';
    return new Outgoing(`{"op":"event",${bodyOf(envelope)}`, kind, envelope);
  }

  get webSocket(): Buffer {
    return (this.frame ??= encodeFrame(this.text));
  }

  get eventStream(): Buffer {
    return (this.message ??= Buffer.from(this.lines()));
  }

  /**
   * The key of the state that a hint carries. A newer hint with the same key replaces it. Undefined for hints
   * about an action of a user.
   */
  get stateKey(): string | undefined {
    if (this.kind !== 'hint' || !this.envelope) return undefined;
    const { stream, type, actor_id, data } = this.envelope;
    if (stream.startsWith('presence:')) return stream;
    if (actor_id !== null) return undefined;
    return `${stream} ${type} ${String(Object.values(JSON.parse(data) as object)[0])}`;
  }

  private lines(): string {
    const id = this.kind === 'durable' && this.envelope ? `id: ${positionOf(this.envelope)}\n` : '';
    return `${id}data: ${this.text.replaceAll(/[\r\n]/g, ' ')}\n\n`;
  }
}

/** Several frames that are sent in one write. */
export class Batch {
  private frames: Buffer | undefined;
  private messages: Buffer | undefined;
  private withoutHints: Batch | undefined;

  constructor(readonly items: Outgoing[]) {}

  get webSocket(): Buffer {
    return (this.frames ??= joined(this.items.map((one) => one.webSocket)));
  }

  get eventStream(): Buffer {
    return (this.messages ??= joined(this.items.map((one) => one.eventStream)));
  }

  get hints(): Outgoing[] {
    return this.items.filter(({ kind }) => kind === 'hint');
  }

  /** For connections under backpressure: hints are left out. */
  get durable(): Batch {
    return (this.withoutHints ??= new Batch(this.items.filter(({ kind }) => kind !== 'hint')));
  }
}

const joined = (parts: Buffer[]) => (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));

const TEXT_OPCODE = 0x81;

/** Frames of a server are not masked, so the same bytes serve every socket. `ws` cannot share frames. */
function encodeFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(head + length);
  bytes[0] = TEXT_OPCODE;
  if (head === 2) bytes[1] = length;
  else if (head === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  bytes.write(text, head);
  return bytes;
}
