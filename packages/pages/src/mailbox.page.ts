import { escapeHtml, page } from './page.js';

interface Mail {
  id: string;
  at: string;
  from: string;
  to: string;
  subject: string;
  text: string;
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
const LINK = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/;

/** A split by a pattern with a group keeps the matches: every second part is an address. */
const withLinks = (text: string) =>
  text
    .split(LINK)
    .map(escapeHtml)
    .map((part, at) => (at % 2 ? `<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : part))
    .join('');

const article = ({ id, at, from, to, subject, text }: Mail) => `
<article class="card mail" id="mail-${escapeHtml(id)}" data-to="${escapeHtml(to.toLowerCase())}" aria-label="${escapeHtml(subject)}">
<header>
<h2>${escapeHtml(subject)}</h2>
<time class="soft" datetime="${escapeHtml(at)}">${TIME.format(new Date(at))} UTC</time>
<p class="soft">To <b>${escapeHtml(to)}</b></p>
<p class="soft">From ${escapeHtml(from)}</p>
</header>
<p class="text">${withLinks(text)}</p>
<details>
<summary>Show as it looks in a mail program</summary>
<iframe src="mailbox/${encodeURIComponent(id)}/html" title="${escapeHtml(subject)}" loading="lazy"
  sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
</details>
</article>`;

/** `to`: the recipient that the mails were filtered by. */
export const mailboxPage = (mails: Mail[], to = '') =>
  page({
    title: 'Mailbox',
    style: 'mailbox.css',
    script: 'mailbox.js',
    body: `<main>
<div class="bar">
<div>
<h1>Mailbox</h1>
<p class="soft" id="count" role="status">${mails.length === 1 ? '1 mail' : `${mails.length} mails`}</p>
</div>
<label class="filter"><span>Filter by address</span>
<input id="filter" type="search" value="${escapeHtml(to)}" placeholder="name@example.com" autocomplete="off"
  autocapitalize="none" spellcheck="false"></label>
<button class="quiet" id="empty" type="button">Empty mailbox</button>
</div>
<noscript><p class="card none">Without JavaScript this page neither filters nor refreshes by itself.</p></noscript>
<div class="card none" id="none" ${mails.length || to ? 'hidden' : ''}>
<h2>No mail yet</h2>
<p>The service keeps its mails here, instead of sending them, as long as <code>SMTP_URL</code> is not set. Sign up
or ask for a new password, and the mail shows up here by itself.</p>
</div>
<div class="card none" id="unmatched" ${mails.length || !to ? 'hidden' : ''}><h2>No mail to this address</h2></div>
<div id="mails">${mails.map(article).join('')}</div>
</main>`,
  });
