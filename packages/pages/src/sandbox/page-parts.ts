import { escapeHtml, page } from '../page.js';

export interface SandboxPage {
  title: string;
  body: string;
  /** Where a form of the page may lead in the end: browsers check redirects too. */
  leadsTo?: (string | null | undefined)[];
  /** Where the page leads by itself, after so many seconds. */
  forward?: { to: string; seconds: number };
}

/** A whole page, below a ribbon that says what this is. */
export const sandboxPage = ({ title, body }: SandboxPage) =>
  page({
    title,
    style: '/sandbox.css',
    script: '/sandbox.js',
    body: `<p class="ribbon"><b>Sandbox</b> No money moves</p>\n${body}`,
  });

const MARKS = {
  coin: '<circle cx="12" cy="12" r="9"/><path d="M14.5 9.25c-.5-.9-1.4-1.25-2.5-1.25-1.5 0-2.5.75-2.5 1.9 0 2.7 5.2 1.4 5.2 4.2 0 1.2-1.1 1.9-2.7 1.9-1.2 0-2.2-.4-2.7-1.35M12 6.5v11"/>',
  shop: '<path d="M4 10v9.5h16V10M3 9l2-4.5h14L21 9a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0ZM10 19.5V15h4v4.5"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.25 2"/>',
  tick: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  broken: '<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.25v.01"/>',
};
const TONES: Partial<Record<keyof typeof MARKS, string>> = { tick: ' good', broken: ' bad' };

export const mark = (name: keyof typeof MARKS) =>
  `<svg class="mark${TONES[name] ?? ''}" viewBox="0 0 24 24" aria-hidden="true">${MARKS[name]}</svg>`;

/** A centred card. `text` is plain text, `more` is HTML. */
export const card = (name: keyof typeof MARKS, title: string, text: string, more = '') => `<main class="card lone">
${mark(name)}
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(text)}</p>
${more}
</main>`;

/** A link to another site; empty for an address that is not http or https. */
export const linkTo = (url: string, words: string, looks = '') =>
  /^https?:/i.test(url)
    ? `<a class="${looks}" href="${escapeHtml(new URL(url).href)}" rel="noreferrer">${escapeHtml(words)}</a>`
    : '';

/** A button that posts to an address of its own. */
export const button = (action: string, words: string, looks = 'quiet') =>
  `<button class="${looks}" id="${escapeHtml(action.replace(/\W+/g, '-'))}" formaction="${escapeHtml(action)}">${escapeHtml(words)}</button>`;

export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** `of`: seconds since 1970, or a date. */
export function time(of: number | Date): string {
  const date = typeof of === 'number' ? new Date(of * 1000) : of;
  return `<time datetime="${date.toISOString()}">${TIME.format(date)} UTC</time>`;
}

export const tag = (words: string, tone: '' | 'good' | 'bad' = '') =>
  `<span class="tag ${tone}">${escapeHtml(words)}</span>`;

/** Cells are HTML. On a narrow screen each row is a block, and every cell shows the name of its column. */
export function table(title: string, columns: string[], rows: string[][], none: string): string {
  const cells = (row: string[]) =>
    row
      .map((cell, at) => `<td data-name="${escapeHtml(columns[at] ?? '')}">${cell && `<div>${cell}</div>`}</td>`)
      .join('');
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
  const head = columns
    .map((name) => `<th scope="col">${name ? escapeHtml(name) : '<span class="unseen">Actions</span>'}</th>`)
    .join('');
  return `<section class="card">
<h2>${escapeHtml(title)}</h2>
${rows.length ? `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>` : `<p class="soft">${escapeHtml(none)}</p>`}
</section>`;
}
