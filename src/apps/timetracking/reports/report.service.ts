import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { grouped } from '../../kernel/rows/grouped.js';
import { byCurrency } from '../../kernel/stats/figures.js';
import { ProjectRepository, TaskRepository } from '../projects/project.repository.js';
import { ClientsService } from '../projects/clients.service.js';
import { daysBetween, daysIntoWeek, midnights, nextDay } from '../time/days.js';
import { TimetrackingSettings } from '../timetracking.settings.js';
import { type Asked, type Dimension, ReportRepository, type Sum } from './report.repository.js';

const MOST_DAYS = 366;
export const TOO_LONG = `Range is longer than ${MOST_DAYS} days`;

export interface ReportWish {
  from: string;
  to: string;
  group_by: Dimension[];
  project_ids?: string[];
  client_id?: string;
  tag?: string;
  billable?: boolean;
  rounded?: boolean;
}

interface Figures {
  seconds: number;
  billable_seconds: number;
  amounts: Record<string, number>;
}
export interface Group extends Figures {
  key: string | null;
  label: string;
  groups?: Group[];
}

const NONE: Partial<Record<Dimension, string>> = {
  project: 'No project',
  client: 'No client',
  task: 'No task',
  tag: 'No tag',
};

@AppProvider()
export class ReportService {
  constructor(
    private readonly reports: ReportRepository,
    private readonly projects: ProjectRepository,
    private readonly tasks: TaskRepository,
    private readonly clients: ClientsService,
    private readonly settings: AppSettings,
  ) {}

  async of(ownerId: string, wish: ReportWish): Promise<{ totals: Figures; groups: Group[] }> {
    const days = daysBetween(wish.from, wish.to);
    if (days < 1) throw new Refusal(400, 'from must not be after to');
    if (days > MOST_DAYS) throw new Refusal(400, TOO_LONG);
    const asked = this.asked(ownerId, wish, days, await this.settings.of(TimetrackingSettings, ownerId));
    const { group_by } = wish;
    const leaves = await this.reports.sums(group_by, asked);
    // An entry with two tags is in two groups, and counts once in what lies above them.
    const above = group_by.includes('tag') ? await this.reports.sums([], asked) : leaves;
    const isInnerTag = group_by.length === 2 && group_by[1] === 'tag';
    const outer = isInnerTag ? await this.reports.sums(group_by.slice(0, 1), asked) : leaves;
    const labels = await this.labels(ownerId, group_by, leaves.concat(outer), wish.from);
    return { totals: figures(above), groups: groupsOf(outer, leaves, group_by, labels) };
  }

  private asked(ownerId: string, wish: ReportWish, days: number, settings: TimetrackingSettings): Asked {
    const { from, project_ids, client_id, tag, billable } = wish;
    const names = Array.from({ length: days }, (_, n) => nextDay(from, n));
    const { rounding_minutes: minutes, rounding_mode: mode, rounding_scope: scope } = settings;
    return {
      owner_id: ownerId,
      from,
      midnights: midnights(from, days, settings.timezone),
      project_ids,
      client_id,
      tag,
      billable,
      weeks: names.map((day, n) => n + 1 - daysIntoWeek(day, settings.week_start)),
      months: names.map((day, n) => n + 2 - Number(day.slice(8))),
      rounding: wish.rounded ? { minutes, mode, scope } : undefined,
    };
  }

  /** Of each dimension, a function from the key of the database to that of the answer and its label. */
  private async labels(ownerId: string, by: Dimension[], sums: Sum[], from: string): Promise<Label[]> {
    const made: Label[] = [];
    for (const [n, dimension] of by.entries()) {
      const ids = [...new Set(sums.flatMap(({ keys }) => keys[n] ?? []))];
      const names = await this.names(ownerId, dimension, ids);
      made.push((key) => {
        if (key === null) return { key, label: NONE[dimension] ?? '' };
        if (dimension === 'billable') return { key, label: key === 'true' ? 'Billable' : 'Not billable' };
        if (names) return { key, label: names.get(key) ?? NONE[dimension] ?? '' };
        if (dimension === 'tag') return { key, label: key };
        const day = nextDay(from, Number(key) - 1);
        const shown = dimension === 'month' ? day.slice(0, 7) : day;
        return { key: shown, label: shown };
      });
    }
    return made;
  }

  private async names(ownerId: string, dimension: Dimension, ids: string[]): Promise<Map<string, string> | undefined> {
    if (dimension === 'client') return this.clients.names(ownerId, ids);
    if (dimension === 'project') return namesOf([...(await this.projects.byIds(ids)).values()]);
    return dimension === 'task' ? namesOf(await this.tasks.byIds(ids)) : undefined;
  }
}

type Label = (key: string | null) => { key: string | null; label: string };

const namesOf = (rows: { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));

function figures(sums: Sum[]): Figures {
  const minor = [...grouped(sums, ({ currency }) => currency)].map(([currency, rows]) => ({
    currency,
    amount: rows.reduce((sum, row) => sum + row.amount_minor, 0),
  }));
  const total = (name: 'seconds' | 'billable_seconds') => sums.reduce((sum, row) => sum + row[name], 0);
  return {
    seconds: total('seconds'),
    billable_seconds: total('billable_seconds'),
    amounts: byCurrency(
      minor.filter(({ amount }) => amount > 0),
      'amount',
    ),
  };
}

/** Moments in their order, all others by their labels. */
function groupsOf(outer: Sum[], leaves: Sum[], by: Dimension[], labels: Label[], level = 0): Group[] {
  const name = labels[level] as Label;
  const within = grouped(leaves, ({ keys }) => keys[level] ?? null);
  const groups = [...grouped(outer, ({ keys }) => keys[level] ?? null)].map(([key, sums]): Group => {
    const group = { ...name(key), ...figures(sums) };
    if (level + 1 === by.length) return group;
    const inner = within.get(key) ?? [];
    return { ...group, groups: groupsOf(inner, inner, by, labels, level + 1) };
  });
  const isTime = ['day', 'week', 'month'].includes(by[level] as string);
  return groups.toSorted((a, b) => compare(isTime ? (a.key ?? '') : a.label, isTime ? (b.key ?? '') : b.label));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
