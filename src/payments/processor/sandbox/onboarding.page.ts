import { escapeHtml } from '../../../platform/http/page.js';
import type { Account, Ticket } from './objects.js';
import type { Shown } from './page-frame.js';
import { button, mark, tag } from './page-parts.js';

/** Stands for the forms by which a seller tells the processor who he is. */
export function onboardingPage({ id, return_url, refresh_url }: Ticket, account: Account): Shown {
  const title = 'Become a seller';
  return {
    title,
    leadsTo: [return_url, refresh_url],
    body: `<main class="card lone">
${mark('shop')}
<h1>${title}</h1>
<p class="lead">Here a seller would say who they are and where their money goes. In the sandbox you choose what comes of it.</p>
<dl>
<div><dt>Account</dt><dd>${escapeHtml(account.id)}</dd></div>
${account.email ? `<div><dt>E-mail</dt><dd>${escapeHtml(account.email)}</dd></div>` : ''}
<div><dt>State</dt><dd>${accountTags(account)}</dd></div>
</dl>
<form method="post">
${button(`/onboard/${id}/enabled`, 'Enable charges and payouts', '')}
${button(`/onboard/${id}/submitted`, 'Submit details, not yet approved')}
${button(`/onboard/${id}/leave`, 'Leave without finishing', 'plain')}
</form>
</main>`,
  };
}

export function accountTags({ details_submitted, charges_enabled, payouts_enabled }: Account): string {
  const flag = (words: string, is: boolean) => tag(`${words}: ${is ? 'yes' : 'no'}`, is ? 'good' : '');
  return [
    flag('details', details_submitted),
    flag('charges', charges_enabled),
    flag('payouts', payouts_enabled),
  ].join(' ');
}
