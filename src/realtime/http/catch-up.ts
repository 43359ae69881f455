import { Injectable } from '@nestjs/common';
import { RawJson } from '../../platform/http/raw-json.js';
import { invalid, notFound, Refusal } from '../../platform/http/refusal.js';
import { bodyOf, type Envelope } from '../envelope.js';
import { Readers } from '../hub/readers.js';
import { type Head, isPositionOf, LogRepository } from '../log/log.repository.js';
import { readPosition } from '../socket/frame.js';
import type { CatchUpAnswer, CatchUpQuery } from './catch-up.io.js';

const DEFAULT_LIMIT = 100;
const MOST = 500;

/** What a client missed, however much: by whole pages, as long as the log has it. */
@Injectable()
export class CatchUp {
  constructor(
    private readonly log: LogRepository,
    private readonly readers: Readers,
  ) {}

  async page(userId: string, { stream, epoch, since, limit }: CatchUpQuery): Promise<RawJson> {
    const most = limitOf(limit);
    const position = epoch === undefined && since === undefined ? undefined : positionOf(epoch, since);
    const head = await this.log.head(stream);
    const readable = await this.readers.one(stream, userId);
    if (readable === 'banned') throw new Refusal(403, 'You are banned from this room');
    if (readable === 'no') throw notFound('Stream');
    if (!position) return answer(head, [], head.seq, null);
    if (!isPositionOf(head, position)) return answer(head, [], head.seq, 'epoch');
    const events = await this.log.since([{ stream, seq: position.since }], most);
    const isWhole = position.since === head.seq || events[0]?.seq === position.since + 1;
    if (!isWhole) return answer(head, [], head.seq, 'expired');
    return answer(head, events, events.at(-1)?.seq ?? position.since, null);
  }
}

function answer({ epoch }: Head, events: Envelope[], next_seq: number, resync: CatchUpAnswer['resync']) {
  const rest = JSON.stringify({ next_seq, epoch, resync }).slice(1);
  return new RawJson(`{"events":[${events.map((event) => `{${bodyOf(event)}`).join(',')}],${rest}`);
}

function limitOf(given: string | undefined): number {
  if (given === undefined) return DEFAULT_LIMIT;
  if (!/^\d+$/.test(given) || Number(given) < 1) throw new Refusal(400, 'Invalid limit');
  return Math.min(Number(given), MOST);
}

function positionOf(epoch: string | undefined, since: string | undefined) {
  const position = readPosition(epoch, /^\d{1,15}$/.test(since ?? '') ? Number(since) : undefined);
  if (position) return position;
  throw invalid({
    field: epoch === undefined ? 'epoch' : 'since',
    message: 'epoch and since go together, and since is a whole number from 0',
  });
}
