import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { grouped } from '../../kernel/rows/grouped.js';
import { byCurrency } from '../../kernel/stats/figures.js';
import { ProjectRepository, TaskRepository } from '../projects/project.repository.js';
import { ClientsService } from '../projects/clients.service.js';
import { daysBetween } from '../time/days.js';
import { TimetrackingSettings } from '../timetracking.settings.js';
import { type Dimension, ReportRepository, type Sum } from './report.repository.js';
import { isTime, spansOf } from './spans.js';

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
    const { from, to, group_by: by, rounded, ...filters } = wish;
    const days = daysBetween(from, to);
    if (days < 1) throw new Refusal(400, 'from must not be after to');
    if (days > MOST_DAYS) throw new Refusal(400, TOO_LONG);
    const settings = await this.settings.of(TimetrackingSettings, ownerId);
    const spans = spansOf(from, days, by, settings);
    const { rounding_minutes: minutes, rounding_mode: mode, rounding_scope: scope } = settings;
    const rounding = rounded ? { minutes, mode, scope } : undefined;
    // An entry with two tags is in two groups, and counts once in what lies above them.
    const levels = [by, ...(by.includes('tag') ? [[]] : []), ...(by[1] === 'tag' ? [by.slice(0, 1)] : [])];
    const asked = { owner_id: ownerId, levels, ...filters, spans, to, rounding };
    const [leaves = [], above = leaves, outer = leaves] = await this.reports.sums(asked);
    const labels = await this.labels(ownerId, by, leaves);
    return { totals: figures(above), groups: groupsOf(outer, leaves, by, labels) };
  }

  /** Of each dimension, a function from a key to its label. */
  private async labels(ownerId: string, by: Dimension[], sums: Sum[]): Promise<Label[]> {
    const made: Label[] = [];
    for (const [n, dimension] of by.entries()) {
      const ids = [...new Set(sums.map(({ keys }) => keys[n] ?? null))].filter((id) => id !== null);
      const names = await this.names(ownerId, dimension, ids);
      made.push((key) => {
        if (key === null) return NONE[dimension] ?? '';
        if (dimension === 'billable') return key === 'true' ? 'Billable' : 'Not billable';
        return names ? (names.get(key) ?? NONE[dimension] ?? '') : key;
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

type Label = (key: string | null) => string;

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
  const label = labels[level] as Label;
  const keyOf = ({ keys }: Sum) => keys[level] ?? null;
  const within = level + 1 < by.length ? grouped(leaves, keyOf) : undefined;
  const groups = [...grouped(outer, keyOf)].map(([key, sums]): Group => {
    const group = { key, label: label(key), ...figures(sums) };
    if (!within) return group;
    const inner = within.get(key) ?? [];
    return { ...group, groups: groupsOf(inner, inner, by, labels, level + 1) };
  });
  const order = isTime(by[level]) ? 'key' : 'label';
  return groups.toSorted((a, b) => compare(a[order] ?? '', b[order] ?? '') || compare(a.key ?? '', b.key ?? ''));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
