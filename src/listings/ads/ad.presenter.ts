import type { Figures } from './ad.repository.js';

/** Converts the figures from text to numbers. */
export function presentAd<Row extends Figures>({ budget, spent_budget, views_count, ...row }: Row) {
  return {
    ...row,
    budget: Number(budget),
    spent_budget: Number(spent_budget),
    views_count: Number(views_count),
  };
}
