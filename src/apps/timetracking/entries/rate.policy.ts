import { minorOf, money } from '../../kernel/selling/prices.js';
import type { Entry } from '../entities/entry.entity.js';
import type { Project, Task } from '../entities/project.entity.js';
import type { TimetrackingSettings } from '../timetracking.settings.js';

export type Rate = Pick<Entry, 'rate_minor' | 'currency' | 'rate_source'>;

export interface Priced {
  project: Project | undefined;
  task: Task | undefined;
  settings: TimetrackingSettings;
}

export const currencyOf = ({ project, settings }: Priced): string =>
  project?.currency ?? settings.default_currency.toLowerCase();

/** The rate of the entry, else of the task, the project and the settings. */
export function rateOf(own: number | undefined, priced: Priced): Rate {
  const { project, task, settings } = priced;
  const currency = currencyOf(priced);
  const rate = (rate_minor: number | null, rate_source: Entry['rate_source']) => ({
    rate_minor,
    currency,
    rate_source,
  });
  if (own !== undefined) return rate(own, 'entry');
  if (task && task.rate_minor !== null) return rate(task.rate_minor, 'task');
  if (project && project.rate_minor !== null) return rate(project.rate_minor, 'project');
  if (settings.default_rate !== null) return rate(minorOf('default_rate', settings.default_rate, currency), 'default');
  return rate(null, 'none');
}

/** What an entry is worth elsewhere: a rate that was set on it goes with it, as the same number. */
export function rateElsewhere({ rate_minor, rate_source, currency }: Rate, priced: Priced): Rate {
  const isOwn = rate_source === 'entry' && rate_minor !== null;
  return rateOf(isOwn ? minorOf('rate', money(rate_minor, currency), currencyOf(priced)) : undefined, priced);
}

export const billableOf = (own: boolean | undefined, { project, task, settings }: Priced): boolean =>
  own ?? task?.billable ?? project?.billable ?? settings.default_billable;
