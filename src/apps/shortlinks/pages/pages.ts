import { escapeHtml } from '../../../platform/http/page.js';
import type { AttachedPixel } from '../../kernel/exported/pixels.js';
import type { PublicAnswer } from '../../kernel/public-surface.js';
import { REASONS } from '../entities/link-report.entity.js';
import type { VisitedLink } from '../visits/visited-link.repository.js';
import { appsFrom, linkPage, type Place } from './link-page.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export const missingPage = (place: Place): PublicAnswer =>
  linkPage({
    place,
    status: 404,
    title: 'There is no such link',
    body: '<p>Look at the address once more, or ask whoever gave it to you.</p>',
  });

export const gonePage = (place: Place): PublicAnswer =>
  linkPage({
    place,
    status: 410,
    title: 'This link leads nowhere any more',
    body: '<p>It has ended, or it was taken away.</p>',
  });

export const passwordPage = (place: Place): PublicAnswer =>
  linkPage({
    place,
    title: 'This link has a password',
    body: `<form name="unlock" method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="128" required>
<button type="submit">Open</button>
<p class="status" role="status"></p>
</form>
<noscript><p>This page needs JavaScript. Switch it on in your browser, then reload the page.</p></noscript>`,
  });

interface Preview {
  link: VisitedLink;
  place: Place;
  /** Where it leads; null: that is nobody's business yet. */
  destination: string | null;
  /** The address that goes on. */
  next: string;
}

/** What somebody wants to know before he goes on, and says when it does harm. */
export function previewPage({ link, place, destination, next }: Preview): PublicAnswer {
  const leads = destination
    ? `<p>It leads to</p>\n<p class="address">${escapeHtml(destination)}</p>`
    : '<p>Where it leads is shown to who knows its password.</p>';
  const warning = link.warned_at
    ? '<p class="warning">Others have reported this link, or its destination is known to do harm. Go on only if you trust whoever gave it to you.</p>'
    : '';
  const options = REASONS.map((reason) => `<option value="${reason}">${reason}</option>`);
  return linkPage({
    place,
    title: link.title ?? 'A short link',
    body: `${warning}
${leads}
<p class="soft">Made ${ageOf(link)}.</p>
<p><a class="button" href="${escapeHtml(next)}" rel="nofollow">Continue</a></p>
<form name="report" method="post">
<label for="reason">Does it do harm?</label>
<select id="reason" name="reason">${options.join('')}</select>
<button class="quiet" type="submit">Report</button>
<p class="status" role="status"></p>
</form>`,
  });
}

function ageOf({ created_at }: VisitedLink): string {
  const days = Math.floor((Date.now() - created_at.getTime()) / DAY_MS);
  if (days === 0) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** Fires pixels, and goes on after a second at most. */
export function passingPage(
  place: Place,
  next: string,
  pixels: AttachedPixel[],
  hosts: string[],
): PublicAnswer {
  const values = pixels.map(({ attachment_id, provider, external_id, event, consent }) => ({
    attachment_id,
    provider,
    external_id,
    event,
    consent,
  }));
  // A text in it cannot end the element.
  const json = JSON.stringify(values).replaceAll('<', '\\u003c');
  return linkPage({
    place,
    hosts,
    title: 'One moment',
    data: { next },
    body: `<noscript><meta http-equiv="refresh" content="1;url=${escapeHtml(next)}"></noscript>
<p><a href="${escapeHtml(next)}">Continue</a></p>
<script type="application/json" id="pixels">${json}</script>
<script src="${appsFrom(place)}pixels/public/pixels.js" async></script>`,
  });
}
