import type { PastEvent } from './desk.js';

const GAP_MS = 30 * 60 * 1000;

/** Without a second event of a visitor at one moment: their order is that of their ids, which the oracle does not know. */
export function oneAtATime(events: PastEvent[]): PastEvent[] {
  const first = new Map<string, PastEvent>();
  for (const event of events) {
    const key = `${event.at} ${event.visitor}`;
    if (!first.has(key)) first.set(key, event);
  }
  return [...first.values()];
}

interface Counted {
  pageviews: number;
  visitors: Set<string>;
  visits: Set<string>;
}

/** The figures of events of UTC days, worked out one event after the other. */
export function expectedFigures(events: PastEvent[]) {
  const sorted = [...events].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const runs = new Map<string, PastEvent[][]>();
  for (const event of sorted) {
    const person = `${event.at.slice(0, 10)} ${event.visitor ?? 1}`;
    const visits = runs.get(person) ?? [];
    runs.set(person, visits);
    const last = visits.at(-1)?.at(-1);
    if (last && Date.parse(event.at) - Date.parse(last.at) < GAP_MS) visits.at(-1)?.push(event);
    else visits.push([event]);
  }
  const values = new Map<string, Counted>();
  const totals = { visitors: runs.size, visits: 0, pageviews: 0, events: 0, bounces: 0, visit_seconds: 0 };
  for (const [person, visits] of runs) {
    for (const [nth, visit] of visits.entries()) {
      addTotals(totals, visit);
      addValues(values, visit, person, `${person} ${nth}`);
    }
  }
  return { totals, values: shown(values) };
}

function addTotals(totals: Record<string, number>, visit: PastEvent[]): void {
  const views = visit.filter(isView).length;
  const add = (name: string, by: number) => (totals[name] = (totals[name] as number) + by);
  add('visits', 1);
  add('pageviews', views);
  add('events', visit.length - views);
  add('bounces', visit.length === 1 && views === 1 ? 1 : 0);
  add('visit_seconds', Math.round((moment(visit.at(-1)) - moment(visit[0])) / 1000));
}

function addValues(values: Map<string, Counted>, visit: PastEvent[], person: string, id: string): void {
  const count = (dimension: string, value: string | undefined, pageviews: number) => {
    if (value === undefined) return;
    const key = `${dimension} ${value}`;
    const known = values.get(key) ?? { pageviews: 0, visitors: new Set(), visits: new Set() };
    values.set(key, known);
    known.pageviews += pageviews;
    known.visitors.add(person);
    known.visits.add(id);
  };
  let source: Pick<PastEvent, 'referrer_host' | 'utm_source'> = {};
  for (const event of visit) {
    if (event.referrer_host ?? event.utm_source) source = event;
    const view = isView(event) ? 1 : 0;
    if (view) count('page', event.path, 1);
    else count('event', event.name, 1);
    count('referrer', source.referrer_host, view);
    count('utm_source', source.utm_source, view);
    count('entry_page', visit[0]?.path, view);
    count('exit_page', visit.at(-1)?.path, view);
  }
}

function shown(values: Map<string, Counted>) {
  const rows: Record<string, { value: string; visitors: number; pageviews: number; visits: number }[]> = {};
  for (const [key, { pageviews, visitors, visits }] of values) {
    const [dimension = '', value = ''] = key.split(' ');
    (rows[dimension] ??= []).push({ value, visitors: visitors.size, pageviews, visits: visits.size });
  }
  for (const list of Object.values(rows)) {
    list.sort((a, b) => b.visitors - a.visitors || b.pageviews - a.pageviews || (a.value < b.value ? -1 : 1));
  }
  return rows;
}

const isView = ({ name = 'pageview' }: PastEvent) => name === 'pageview';
const moment = (event: PastEvent | undefined) => Date.parse(event?.at ?? '');
