import { escapeHtml, page } from '../platform/http/page.js';
import { PAGE_STYLE } from '../platform/http/page-style.js';
import type { CapturedMail } from './mailbox.js';

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
const LINK = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/;

/** A split by a pattern in brackets keeps what was found: every second part is an address. */
const withLinks = (text: string) =>
  text
    .split(LINK)
    .map(escapeHtml)
    .map((part, at) => (at % 2 ? `<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : part))
    .join('');

const article = ({ id, at, from, to, subject, text }: CapturedMail) => `
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

/** `to`: the address whose mails alone these are. */
export const mailboxPage = (mails: CapturedMail[], to = '') =>
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

export const MAILBOX_STYLE = `${PAGE_STYLE}
html { scroll-padding-top: 7.5rem; }
main { max-width: 50rem; margin: 0 auto; padding: 0 1rem 3rem; }
.bar {
  position: sticky;
  top: 0;
  z-index: 1;
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 0.75rem 1rem;
  padding: 1.5rem 0 1rem;
  background: var(--ground);
}
.bar > :first-child { flex: 1; }
.filter { width: 17rem; }
.filter span { display: block; margin-bottom: 0.25rem; font-size: 0.875rem; font-weight: 550; }
#mails { display: grid; gap: 1rem; }
.mail, .none { padding: 1.25rem 1.5rem; }
.mail header { display: grid; grid-template-columns: 1fr auto; gap: 0.125rem 1.5rem; align-items: baseline; }
.mail header p { grid-column: 1 / -1; overflow-wrap: anywhere; }
.mail b { color: var(--ink); font-weight: 550; }
h2 { font-size: 1.0625rem; line-height: 1.4; font-weight: 650; overflow-wrap: anywhere; }
.text { margin: 1rem 0; padding-top: 1rem; border-top: 1px solid var(--line); white-space: pre-line; overflow-wrap: anywhere; }
summary { width: fit-content; border-radius: 0.25rem; color: var(--soft); font-size: 0.875rem; cursor: pointer; }
summary:hover { color: var(--ink); }
iframe {
  display: block;
  width: 100%;
  height: 30rem;
  margin-top: 1rem;
  border: 1px solid var(--line);
  border-radius: 0.625rem;
  background: #ffffff;
  color-scheme: light;
}
.none { margin-bottom: 1rem; padding: 2.5rem 1.5rem; text-align: center; color: var(--soft); }
.none h2 { margin-bottom: 0.25rem; color: var(--ink); }
.none p { max-width: 34rem; margin: 0 auto; }
@media (max-width: 40rem) {
  html { scroll-padding-top: 0; }
  .bar { position: static; }
  .filter { order: 1; width: 100%; }
  .mail, .none { padding-inline: 1.125rem; }
  .mail header { grid-template-columns: 1fr; }
}
`;

/** The page is asked for again and only what is new is taken over: what is open, selected or focused stays. */
export const MAILBOX_SCRIPT = `
const list = document.getElementById('mails');
const filter = document.getElementById('filter');
const empty = document.getElementById('empty');
const count = document.getElementById('count');
const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

function say(words) {
  if (count.textContent !== words) count.textContent = words;
}

function arrange() {
  const mails = [...list.children];
  const wanted = filter.value.trim().toLowerCase();
  for (const mail of mails) {
    mail.hidden = !mail.dataset.to.includes(wanted);
    const shown = mail.querySelector('time');
    shown.textContent = time.format(new Date(shown.dateTime));
  }
  const matching = mails.filter((mail) => !mail.hidden).length;
  const all = mails.length === 1 ? '1 mail' : mails.length + ' mails';
  say(matching === mails.length ? all : matching + ' of ' + all);
  document.getElementById('none').hidden = mails.length > 0 || Boolean(location.search);
  document.getElementById('unmatched').hidden = matching > 0 || (mails.length === 0 && !location.search);
  empty.disabled = mails.length === 0;
}

async function refresh() {
  const address = location.href;
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' } });
    if (!response.ok) throw new Error(response.statusText);
    const text = await response.text();
    if (address !== location.href) return;
    const fresh = [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('article')];
    const ids = new Set(fresh.map(({ id }) => id));
    for (const mail of [...list.children]) if (!ids.has(mail.id)) mail.remove();
    list.prepend(...fresh.filter(({ id }) => !document.getElementById(id)));
    arrange();
  } catch {
    say('The server does not answer. Trying again …');
  }
}

filter.addEventListener('input', () => {
  // Who types asks for more than the one address that the page was opened for.
  if (location.search) {
    history.replaceState(null, '', location.pathname);
    refresh();
  }
  arrange();
});

empty.addEventListener('click', async () => {
  if (!confirm('Delete all mails in this mailbox?')) return;
  await fetch('mailbox', { method: 'DELETE' }).catch(() => undefined);
  await refresh();
});

async function follow() {
  if (!document.hidden) await refresh();
  setTimeout(follow, 3000);
}
document.addEventListener('visibilitychange', () => document.hidden || refresh());
arrange();
setTimeout(follow, 3000);
`;
