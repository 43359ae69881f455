const DAY_MS = 24 * 60 * 60 * 1000;
const LAST = '9999-12-31';

/** In UTC. */
export const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
export const today = () => dayOf(Date.now());

/** So many days later, and never beyond the last day that a date shows. */
export function daysAfter(day: string, days: number): string {
  const moment = new Date(Date.parse(day) + days * DAY_MS);
  return moment.getUTCFullYear() > 9999 ? LAST : moment.toISOString().slice(0, 10);
}

/** When a certificate of this template ends, if nothing else is said; null: never. */
export const expiryOf = (issuedOn: string, { validity_days }: { validity_days: number | null }) =>
  validity_days === null ? null : daysAfter(issuedOn, validity_days);
