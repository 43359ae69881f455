import { Injectable } from '@nestjs/common';
import { RawJson } from '../../platform/http/raw-json.js';
import { invalid, notFound, refusal } from '../../platform/http/refusal.js';
import { bodyOf, type Envelope } from '../event-type.js';
import { StreamAccessService } from '../hub/stream-access.service.js';
import { type Head, isPositionOf, LogRepository } from '../log/log.repository.js';
import { readPosition } from '../socket/frame.js';
import type { CatchUpAnswer, CatchUpQuery } from './realtime.dto.js';

export const banned = refusal(403, 'You are banned from this room');
export const invalidLimit = refusal(400, 'Invalid limit');

const DEFAULT_LIMIT = 100;
const MOST = 500;

/** Serves missed events page by page. The only limit is the retention time of the log. */
@Injectable()
export class CatchUpService {
  constructor(
    private readonly log: LogRepository,
    private readonly access: StreamAccessService,
  ) {}

  async readPage(userId: string, { stream, epoch, since, limit }: CatchUpQuery): Promise<RawJson> {
    const most = limitOf(limit);
    const position = epoch === undefined && since === undefined ? undefined : positionOf(epoch, since);
    const head = await this.log.findHead(stream);
    const readable = await this.access.checkOne(stream, userId);
    if (readable === 'banned') throw banned();
    if (readable === 'no') throw notFound('Stream');
    if (!position) return answer(head, [], head.seq, null);
    if (!isPositionOf(head, position)) return answer(head, [], head.seq, 'epoch');
    const events = await this.log.listSince([{ stream, seq: position.since }], most);
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
  if (!/^\d+$/.test(given) || Number(given) < 1) throw invalidLimit();
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
