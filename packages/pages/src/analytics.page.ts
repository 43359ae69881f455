import { escapeHtml, page } from './page.js';

interface Point {
  /** A day, or an instant. */
  at: string;
  visitors: number;
  pageviews: number;
}

interface Value {
  value: string;
  visitors: number;
}

interface Figure {
  label: string;
  value: string;
  /** In percent; null: unknown. Left out: nothing to compare. */
  change?: number | null;
  /** True where less is better. */
  lessIsBetter?: boolean;
}

export interface SharedDashboard {
  site: string;
  domain: string;
  timezone: string;
  /** The address of this page, below the folder of all of them. */
  token: string;
  periods: { period: string; label: string; isShown: boolean }[];
  current: number;
  figures: Figure[];
  series: Point[];
  breakdowns: { title: string; values: Value[] }[];
}

const number = new Intl.NumberFormat('en');

/** The least round number that all points fit below: 1, 2 or 5 times a power of ten. */
function ceilingOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return Math.max(2, ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10) * power);
}

const momentIn = (timezone: string) => {
  const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone,
  });
  return (at: string) => (at.includes('T') ? clock : day).format(new Date(at));
};

function chart({ series, timezone }: SharedDashboard): string {
  const ceiling = ceilingOf(Math.max(0, ...series.map(({ visitors }) => visitors)));
  const moment = momentIn(timezone);
  const bars = series.map(({ at, visitors, pageviews }, index) => {
    const height = (visitors / ceiling) * 100;
    const title = `<title>${moment(at)}: ${number.format(visitors)} visitors, ${number.format(pageviews)} page views</title>`;
    const area = `<rect class="slot" x="${index}" y="0" width="1" height="100"/>`;
    return `<g>${title}${area}<rect class="bar" x="${index + 0.12}" y="${100 - height}" width="0.76" height="${height}"/></g>`;
  });
  const ends = [series[0], series[Math.floor((series.length - 1) / 2)], series.at(-1)];
  const labels = ends.map((point) => `<span>${point ? moment(point.at) : ''}</span>`);
  return `<section class="card chart" aria-label="Visitors over time">
<div class="plot">
<span class="top">${number.format(ceiling)}</span><span class="middle">${number.format(ceiling / 2)}</span>
<svg viewBox="0 0 ${Math.max(series.length, 1)} 100" preserveAspectRatio="none" role="img" aria-label="A chart of the visitors; the table below has its figures">
<path class="grid" d="M0 0H${series.length}M0 50H${series.length}M0 100H${series.length}"/>
${bars.join('')}
</svg>
</div>
<div class="axis" aria-hidden="true">${labels.join('')}</div>
<details><summary>As a table</summary>
<div class="scrolled" tabindex="0" role="region" aria-label="Figures over time">
<table><thead><tr><th scope="col">When</th><th scope="col">Visitors</th><th scope="col">Page views</th></tr></thead><tbody>
${series.map(({ at, visitors, pageviews }) => `<tr><th scope="row">${moment(at)}</th><td>${number.format(visitors)}</td><td>${number.format(pageviews)}</td></tr>`).join('')}
</tbody></table>
</div>
</details>
</section>`;
}

function figureCard({ label, value, change, lessIsBetter }: Figure): string {
  const isBetter = change ? change > 0 !== Boolean(lessIsBetter) : undefined;
  const mood = isBetter === undefined ? 'same' : isBetter ? 'better' : 'worse';
  const sign = (change ?? 0) > 0 ? '+' : '';
  const told =
    typeof change === 'number' ? `<dd class="change ${mood}">${sign}${number.format(Math.round(change))}%</dd>` : '';
  return `<div><dt>${escapeHtml(label)}</dt><dd class="value">${escapeHtml(value)}</dd>${told}</div>`;
}

function breakdownCard({ title, values }: SharedDashboard['breakdowns'][number]): string {
  const most = Math.max(1, ...values.map(({ visitors }) => visitors));
  const rows = values.map(
    ({ value, visitors }) => `<li>
<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${((visitors / most) * 100).toFixed(1)}" height="1"/></svg>
<span class="name">${escapeHtml(value)}</span><span class="count">${number.format(visitors)}</span>
</li>`,
  );
  return `<section class="card list"><h2>${escapeHtml(title)}</h2>
<ol>${rows.join('')}</ol></section>`;
}

/** What an owner shares of a site: totals and breakdowns. */
export function sharedDashboardPage(shown: SharedDashboard): string {
  const { site, domain, timezone, token, periods, current, figures, breakdowns } = shown;
  const links = periods.map(
    ({ period, label, isShown }) =>
      `<a href="${token}?period=${period}"${isShown ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a>`,
  );
  const lists = breakdowns.filter(({ values }) => values.length);
  return page({
    title: `${site} – visitors`,
    style: 'share.css',
    body: `<header>
<div><h1>${escapeHtml(site)}</h1><p class="soft">${escapeHtml(domain)} · <span class="live">${number.format(current)} now</span></p></div>
<nav aria-label="Period">${links.join('')}</nav>
</header>
<main>
<dl class="card figures">${figures.map(figureCard).join('')}</dl>
${chart(shown)}
${lists.length ? `<div class="lists">${lists.map(breakdownCard).join('\n')}</div>` : '<p class="card empty">Nobody came in this time.</p>'}
</main>
<footer class="soft">Counted without cookies, in the time zone ${escapeHtml(timezone)}.</footer>`,
  });
}
