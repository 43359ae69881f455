import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

const BYTES_A_TURN = 1024 * 1024;

/**
 * The content of a file in a buffer of its own, which a thread can take over. It is copied in turns, so that 25 MiB hold up
 * nobody; `seen` gets each piece, to hash it.
 */
export async function wholeFile(content: Readable, seen: (piece: Buffer) => void = () => undefined): Promise<Buffer> {
  const pieces = (await content.toArray()) as Buffer[];
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let [at, turnsAt] = [0, BYTES_A_TURN];
  for (const piece of pieces) {
    seen(piece);
    at += piece.copy(whole, at);
    if (at < turnsAt) continue;
    turnsAt = at + BYTES_A_TURN;
    await turn();
  }
  return whole;
}
