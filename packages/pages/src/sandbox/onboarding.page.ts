import { escapeHtml } from '../page.js';
import { button, mark, type SandboxPage, tag } from './page-parts.js';

interface Ticket {
  id: string;
  return_url?: string | null;
  refresh_url?: string | null;
}

export interface SellerAccount {
  id: string;
  email: string | null;
  created: number;
  details_submitted: boolean;
  charges_enabled: boolean;
  payouts_enabled: boolean;
}

/** Stands for the forms in which sellers identify themselves to the processor. */
export function onboardingPage({ id, return_url, refresh_url }: Ticket, account: SellerAccount): SandboxPage {
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

export function accountTags({ details_submitted, charges_enabled, payouts_enabled }: SellerAccount): string {
  const flag = (words: string, is: boolean) => tag(`${words}: ${is ? 'yes' : 'no'}`, is ? 'good' : '');
  return [flag('details', details_submitted), flag('charges', charges_enabled), flag('payouts', payouts_enabled)].join(
    ' ',
  );
}
