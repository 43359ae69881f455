import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Span } from '../../kernel/calendar/open-hours.js';
import { DAY, HOUR } from '../../kernel/calendar/wall-clock.js';
import { instantOf } from '../../kernel/calendar/zone.js';
import type { Offering } from '../entities/offering.entity.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { dayIn, freeOf, openStarts, type OpenTimes } from './open-slots.js';

export const NOT_AVAILABLE = 'That time is not available';

/** The longest session with both of its buffers. */
const LONGEST = 12 * HOUR;

/** When a host can be booked for an offering. */
@AppProvider()
export class SlotsService {
  constructor(private readonly sessions: SessionRepository) {}

  /** The starts of this span that are free, in order. */
  async free(offering: Offering, times: OpenTimes, within: Span): Promise<number[]> {
    const starts = openStarts(times, offering, within, Date.now());
    const [first, last] = [starts[0], starts.at(-1)];
    if (first === undefined || last === undefined) return [];
    const span = { from: first - LONGEST, to: last + LONGEST };
    const free = freeOf(starts, await this.sessions.busyTimes(offering.owner_id as string, span), offering);
    const { max_per_day } = offering;
    if (max_per_day === null) return free;
    const days = await this.days(offering, times.timezone, { from: first, to: last });
    return free.filter((start) => (days.get(dayIn(times.timezone, start)) ?? 0) < max_per_day);
  }

  /** Refuses a start that is not offered. Whether it is taken is for the constraint. `except`: the session that moves. */
  async expectOffered(offering: Offering, times: OpenTimes, start: number, except?: string): Promise<void> {
    const [open] = openStarts(times, offering, { from: start, to: start + 1 }, Date.now());
    if (open === undefined) throw new Refusal(409, NOT_AVAILABLE);
    if (offering.max_per_day === null) return;
    const days = await this.days(offering, times.timezone, { from: start, to: start }, except);
    if ((days.get(dayIn(times.timezone, start)) ?? 0) >= offering.max_per_day) throw new Refusal(409, NOT_AVAILABLE);
  }

  /** How many sessions of the offering there are on the days of this span. */
  private async days({ id }: Offering, timezone: string, { from, to }: Span, except?: string) {
    const midnight = (instant: number, days: number) => instantOf((dayIn(timezone, instant) + days) * DAY, timezone);
    const starts = await this.sessions.startsOf(id, { from: midnight(from, 0), to: midnight(to, 1) }, except);
    const counts = new Map<number, number>();
    for (const start of starts) counts.set(dayIn(timezone, start), (counts.get(dayIn(timezone, start)) ?? 0) + 1);
    return counts;
  }
}
