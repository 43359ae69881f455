import type { AdRow } from './ad.repository.js';
import type { AdView } from './ads.io.js';

export function presentAd({ budget, spent_budget, views_count, ...row }: AdRow): AdView {
  return {
    ...row,
    budget: Number(budget),
    spent_budget: Number(spent_budget),
    views_count: Number(views_count),
  };
}
