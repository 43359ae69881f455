import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Entry } from '../entities/entry.entity.js';
import { EntryRepository } from './entry.repository.js';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

export const RUNS_ALREADY = 'A timer is already running';

/** The one running entry of an owner. */
@AppProvider()
export class TimerService {
  constructor(private readonly entries: EntryRepository) {}

  /** Ends it where the next one starts. It counts a second at least, and no more than a day. */
  async makeWay(ownerId: string, start: Date, stops: boolean): Promise<Entry | undefined> {
    const running = await this.entries.running(ownerId, 'update');
    if (!running) return undefined;
    if (!stops) throw new Refusal(409, RUNS_ALREADY);
    if (start < running.started_at) throw new Refusal(400, "Start is before the running timer's start");
    return this.entries.end(running.id, this.endOf(running, start));
  }

  endOf({ started_at }: Pick<Entry, 'started_at'>, wished: Date): Date {
    return new Date(Math.min(Math.max(+wished, +started_at + SECOND), +started_at + DAY));
  }
}
