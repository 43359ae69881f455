import { builtFile, type SharedDashboard, sharedDashboardPage } from '@community-platform/pages';
import { assetAnswer, jsonAnswer, NO_INDEX, pageAnswer, type PublicAnswer } from '../../kernel/pages/public-answers.js';
import type { Dimension } from '../entities/site-event.entity.js';
import type { Site } from '../entities/site.entity.js';
import type { Period } from '../reports/periods.js';
import type { ReportView, TotalsView } from '../reports/report.views.js';

const CACHE = { cache: 'private, max-age=60', headers: NO_INDEX };
const ASSETS = 'public, max-age=86400';

export const SCRIPT = assetAnswer('text/javascript', builtFile('analytics/script.js'), ASSETS);
export const STYLE = assetAnswer('text/css', builtFile('analytics/share.css'));

/** What is shared, with its title. Props of events are never among them. */
export const SHARED: readonly (readonly [Dimension, string])[] = [
  ['page', 'Pages'],
  ['entry_page', 'Entry pages'],
  ['referrer', 'Referrers'],
  ['utm_source', 'Campaign sources'],
  ['country', 'Countries'],
  ['device', 'Devices'],
  ['browser', 'Browsers'],
  ['os', 'Systems'],
];

const PERIOD_NAMES: [Period, string][] = [
  ['realtime', 'Realtime'],
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['month', 'Month'],
  ['12mo', '12 months'],
];

export interface Shared {
  site: Site;
  token: string;
  period: Period;
  report: ReportView;
}

export function dashboardJson({ site: { name, domain }, period, report }: Shared): PublicAnswer {
  const { goals: _, ...figures } = report;
  return jsonAnswer({ site: { name, domain }, period, ...figures }, CACHE);
}

export function dashboardPage({ site, token, period, report }: Shared): PublicAnswer {
  const dashboard: SharedDashboard = {
    site: site.name,
    domain: site.domain,
    timezone: report.timezone,
    token,
    periods: PERIOD_NAMES.map(([name, label]) => ({ period: name, label, isShown: name === period })),
    current: report.current_visitors,
    figures: figuresOf(report),
    series: report.series,
    breakdowns: SHARED.map(([dimension, title]) => ({
      title,
      values: (report.breakdowns[dimension] ?? []).map(({ value, visitors }) => ({
        value: dimension === 'country' ? countryName(value) : value,
        visitors,
      })),
    })),
  };
  return pageAnswer(sharedDashboardPage(dashboard), CACHE);
}

function figuresOf({ totals, compare }: ReportView): SharedDashboard['figures'] {
  const number = new Intl.NumberFormat('en');
  const change = (name: keyof TotalsView) => (compare ? { change: compare[name] } : {});
  return [
    { label: 'Visitors', value: number.format(totals.visitors), ...change('visitors') },
    { label: 'Visits', value: number.format(totals.visits), ...change('visits') },
    { label: 'Page views', value: number.format(totals.pageviews), ...change('pageviews') },
    { label: 'Views per visit', value: number.format(totals.views_per_visit), ...change('views_per_visit') },
    { label: 'Bounce rate', value: `${Math.round(totals.bounce_rate)}%`, ...change('bounce_rate'), lessIsBetter: true },
    { label: 'Visit duration', value: duration(totals.visit_seconds_avg), ...change('visit_seconds_avg') },
  ];
}

const MINUTE = 60;
const duration = (seconds: number) =>
  seconds < MINUTE ? `${seconds}s` : `${Math.floor(seconds / MINUTE)}m ${seconds % MINUTE}s`;

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code);
