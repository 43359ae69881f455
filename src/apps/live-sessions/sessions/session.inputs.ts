import { Refusal } from '../../../platform/http/refusal.js';
import { DAY } from '../../kernel/calendar/wall-clock.js';
import { later } from '../../kernel/calendar/zone.js';

export const IN_THE_PAST = 'Start is in the past';
export const TOO_FAR = 'Start is more than 2 years ahead';
export const CLASH = 'You already have a session then: <starts_at>';
export const MOST_COMING = 1000;
export const TOO_MANY_SESSIONS = 'At most 1,000 coming sessions';

/** Hosts schedule what is to come, and at most two years ahead. */
export function expectSoon(start: number): void {
  if (start <= Date.now()) throw new Refusal(400, IN_THE_PAST);
  if (start > later(Date.now(), 'years', 2)) throw new Refusal(400, TOO_FAR);
}

export const clashAt = (start: Date) => new Refusal(409, CLASH.replace('<starts_at>', start.toISOString()));

/** The first moment of a day, or the moment. */
export const beginOf = (text: string) => new Date(text);

/** A day counts whole. */
export const endOf = (text: string) => new Date(Date.parse(text) + (text.includes('T') ? 0 : DAY));
