import { escapeHtml, page } from './page.js';

const MARKS = {
  running: '<path d="M4 6.5h16v4.5H4zM4 13h16v4.5H4zM7.25 8.75v.01M7.25 15.25v.01"/>',
  tick: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  cross: '<path d="m6.5 6.5 11 11M17.5 6.5l-11 11"/>',
  shop: '<path d="M4 10v9.5h16V10M3 9l2-4.5h14L21 9a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Z"/>',
};

export interface NoticeLink {
  /** Relative to the page, or of another host. */
  href: string;
  label: string;
  note: string;
}

export interface Notice {
  mark: keyof typeof MARKS;
  title: string;
  text: string;
  links: NoticeLink[];
  /** From the page to the root of the service: `./` or `../`. */
  root: string;
}

const link = ({ href, label, note }: NoticeLink) =>
  `<li><a href="${escapeHtml(href)}"><b>${escapeHtml(label)}</b><span>${escapeHtml(note)}</span></a></li>`;

/** One card with a text and links. It has no script. */
export const noticePage = ({ mark, title, text, links, root }: Notice) =>
  page({
    title,
    style: `${root}pages/notice.css`,
    body: `<main class="card">
<svg class="mark ${mark}" viewBox="0 0 24 24" aria-hidden="true">${MARKS[mark]}</svg>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${links.length ? `<ul>${links.map(link).join('')}</ul>` : ''}
</main>`,
  });
