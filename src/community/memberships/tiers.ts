/** Cents a month. */
const TIERS = new Map([
  ['gold', 999n],
  ['platinum', 1999n],
]);
const ANY_OTHER = 499n;

export const priceOf = (tier: string) => TIERS.get(tier) ?? ANY_OTHER;
