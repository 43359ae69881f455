import { Injectable } from '@nestjs/common';
import { invalid } from '../../platform/http/refusal.js';
import type { Wanted } from '../hub/subscriptions.js';
import { type Head, LogRepository } from '../log/log.repository.js';

export type Positions = Map<string, { epoch: string; since: number }>;

const POSITION = /^([a-z]+:[\w-]+);([\w-]+);(\d{1,15})$/;
const BEFORE_SECONDS = 60;

/** `room:r1;p0aa;13`, or several of them separated by commas. */
export function readPositions(text: string, field: string): Positions {
  const positions: Positions = new Map();
  for (const part of text.split(',')) {
    const [, stream, epoch, since] = POSITION.exec(part.trim()) ?? [];
    if (!stream || !epoch) {
      throw invalid({ field, message: 'must be positions such as room:…;epoch;13, separated by commas' });
    }
    positions.set(stream, { epoch, since: Number(since) });
  }
  return positions;
}

/** Where each stream goes on for who names the position of some of them only. */
@Injectable()
export class ResumeAll {
  constructor(private readonly log: LogRepository) {}

  /**
   * The others are told again from a minute before the newest that he names: an event may come twice, and never not
   * at all. Where that one is not known any more, from the first that there is.
   */
  async wanted(heads: Head[], named: Positions): Promise<Wanted[]> {
    const unnamed = heads.filter(({ stream }) => !named.has(stream)).map(({ stream }) => stream);
    const given = [...named].map(([stream, { since }]) => ({ stream, seq: since }));
    const at = unnamed.length ? await this.log.newest(given) : undefined;
    const before = at ? await this.log.before(unnamed, at, BEFORE_SECONDS) : new Map<string, number>();
    return heads.map(({ stream, epoch, seq }) => {
      const since = at ? (before.get(stream) ?? seq) : 0;
      return { stream, position: named.get(stream) ?? { epoch, since } };
    });
  }
}
