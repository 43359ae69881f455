import { escapeHtml, page } from './page.js';

/** Which short link a page is about, and from where. */
export interface LinkPlace {
  /** Address of all apps, from the page. */
  apps: string;
  slug: string;
  domainId: string | null;
}

interface LinkPage {
  title: string;
  body: string;
  place: LinkPlace;
  /** Where the script of the page goes on by itself. */
  next?: string;
}

interface Preview {
  title: string;
  /** Null: the visitor may not know it yet. */
  destination: string | null;
  isWarned: boolean;
  /** In whole days. */
  age: number;
  /** Address of the link itself. */
  next: string;
  /** Reasons of a report, to choose from. */
  reasons: readonly string[];
}

interface Passing {
  next: string;
  /** HTML: the script of the app `pixels` and what it reads. */
  pixels: string;
}

const WARNING =
  '<p class="warning">Others have reported this link, or its destination is known to do harm. Go on only if you trust whoever gave it to you.</p>';

const NO_SCRIPT =
  '<noscript><p>This page needs JavaScript. Switch it on in your browser, then reload the page.</p></noscript>';

/** Values for the script stand in `data-` attributes. */
function linkPage({ title, body, place: { apps, slug, domainId }, next }: LinkPage): string {
  const data = {
    api: `${apps}shortlinks/`,
    slug,
    ...(domainId && { domain: domainId }),
    ...(next && { next }),
  };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return page({
    title,
    style: 'links.css',
    script: 'links.js',
    body: `<main class="card"${attributes.join('')}>\n<h1>${escapeHtml(title)}</h1>\n${body}\n</main>`,
  });
}

export const missingLinkPage = (place: LinkPlace) =>
  linkPage({
    place,
    title: 'There is no such link',
    body: '<p>Look at the address once more, or ask whoever gave it to you.</p>',
  });

export const goneLinkPage = (place: LinkPlace) =>
  linkPage({
    place,
    title: 'This link leads nowhere any more',
    body: '<p>It has ended, or it was taken away.</p>',
  });

/** The page shows the warning and the destination of a warned link only after the right password. */
export const passwordLinkPage = (place: LinkPlace) =>
  linkPage({
    place,
    title: 'This link has a password',
    body: `<form name="unlock" method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="128" required>
<button type="submit">Open</button>
<p class="status" role="status"></p>
</form>
<div id="warned" hidden>
${WARNING}
<p>It leads to</p>
<p class="address"></p>
<p><a class="button" rel="nofollow noreferrer">Continue</a></p>
</div>
${NO_SCRIPT}`,
  });

export function previewLinkPage(place: LinkPlace, preview: Preview): string {
  const { title, destination, isWarned, age, next, reasons } = preview;
  const leads = destination
    ? `<p>It leads to</p>\n<p class="address">${escapeHtml(destination)}</p>`
    : '<p>Where it leads is shown to who knows its password.</p>';
  const options = reasons.map((reason) => `<option value="${reason}">${reason}</option>`);
  const made = age === 0 ? 'today' : age === 1 ? 'yesterday' : `${age} days ago`;
  return linkPage({
    place,
    title,
    body: `${isWarned ? WARNING : ''}
${leads}
<p class="soft">Made ${made}.</p>
<p><a class="button" href="${escapeHtml(next)}" rel="nofollow">Continue</a></p>
<form name="report" method="post">
<label for="reason">Does it do harm?</label>
<select id="reason" name="reason">${options.join('')}</select>
<button class="quiet" type="submit">Report</button>
<p class="status" role="status"></p>
</form>`,
  });
}

/** Fires pixels, and goes on after a second at most. */
export const passingLinkPage = (place: LinkPlace, { next, pixels }: Passing) =>
  linkPage({
    place,
    next,
    title: 'One moment',
    body: `<noscript><meta http-equiv="refresh" content="1;url=${escapeHtml(next)}"></noscript>
<p><a href="${escapeHtml(next)}">Continue</a></p>
${pixels}`,
  });
