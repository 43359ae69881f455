import { Refusal } from '../../../platform/http/refusal.js';

export const momentOf = (given: string | null) => (given === null ? null : new Date(given));

export function expectOrder({ opens_at, closes_at }: { opens_at: Date | null; closes_at: Date | null }): void {
  if (opens_at && closes_at && closes_at <= opens_at) throw new Refusal(400, 'closes_at must be after opens_at');
}
