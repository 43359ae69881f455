import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { answer } from './error.filter.js';
import { unavailable } from './refusal.js';

/** The minimum speed of the caller, 512 kbit/s, after one minute. A slower answer is cut off. */
const PATIENCE = { ms: 60_000, bytesAMs: 64 };

export interface Streamed {
  size: number;
  type: string;
  /**
   * Called once: before the last piece is sent, so that a caller who has read the whole answer finds the work
   * done, or when the answer breaks off.
   */
  done: () => Promise<void>;
}

/** An answer of a route or an action that is streamed as fast as the caller reads it. */
export function streamAnswer(source: Readable, { size, type, done }: Streamed): StreamableFile {
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= done());
  const stream = Readable.from(piecesOf(source, end), { objectMode: false });
  const tooSlow = () => stream.destroy(new Error('The caller reads an answer too slowly'));
  const patience = setTimeout(tooSlow, PATIENCE.ms + size / PATIENCE.bytesAMs).unref();
  stream.once('close', () => {
    clearTimeout(patience);
    source.destroy();
    void end();
  });
  return new StreamableFile(stream, { type, length: size }).setErrorHandler((_error, response) => {
    if (response.headersSent) response.destroy?.();
    else answer(response as never, unavailable(5));
  });
}

async function* piecesOf(source: Readable, end: () => Promise<void>): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  for await (const piece of source as AsyncIterable<Buffer>) {
    if (held) yield held;
    held = piece;
  }
  await end();
  if (held) yield held;
}
