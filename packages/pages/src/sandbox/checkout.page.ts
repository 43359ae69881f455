import { escapeHtml } from '../page.js';
import { button, card, linkTo, money, type SandboxPage } from './page-parts.js';

interface Item {
  name: string;
  description: string | null;
  unit_amount: number;
  quantity: number;
  interval?: string;
}

interface CheckoutSession {
  id: string;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_total: number;
  currency: string;
  customer_email: string | null;
  success_url: string;
  cancel_url: string | null;
  /** In seconds since 1970. */
  expires_at: number;
  sandbox: { items: Item[]; failed: boolean };
}

/** What just happened on the page, by the query of its address. */
export type CheckoutMoment = 'declined' | 'canceled' | 'received' | undefined;

/** `seller`: who gets the money, if not the shop. */
export function checkoutPage(session: CheckoutSession, moment: CheckoutMoment, seller: string | null): SandboxPage {
  if (session.status === 'complete') return completePage(session, moment);
  if (session.status === 'expired' || session.expires_at <= Date.now() / 1000) return expiredPage(session);
  return openPage(session, moment, seller);
}

const backLink = ({ cancel_url }: CheckoutSession) =>
  cancel_url ? linkTo(cancel_url, 'Back to the shop', 'button quiet') : '';

function completePage(session: CheckoutSession, moment: CheckoutMoment): SandboxPage {
  if (session.sandbox.failed) return failedPage(session);
  const isPaid = session.payment_status === 'paid';
  const title = isPaid ? 'Payment received' : 'Payment on its way';
  const amount = money(session.amount_total, session.currency);
  const text = isPaid
    ? moment === 'received'
      ? `${amount} paid. You are being led back to the shop.`
      : `${amount} paid. There is nothing left to do here.`
    : `The order stands, and ${amount} is awaited by bank transfer. The overview of the sandbox lets the money arrive or fail.`;
  const to = session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  return {
    title,
    body: card(isPaid ? 'tick' : 'clock', title, text, linkTo(to, 'Continue to the shop', 'button')),
    ...(moment === 'received' && { forward: { to, seconds: 2 } }),
  };
}

function failedPage(session: CheckoutSession): SandboxPage {
  const title = 'The money did not arrive';
  const text = 'The bank transfer failed, and nothing was paid. Begin again in the shop.';
  return { title, body: card('broken', title, text, backLink(session)) };
}

function expiredPage(session: CheckoutSession): SandboxPage {
  const title = 'This payment has expired';
  const text = 'It was open for a day, or it was called off. Nothing was paid; begin again in the shop.';
  return { title, body: card('broken', title, text, backLink(session)) };
}

const EACH: Record<string, string> = { day: 'a day', week: 'a week', month: 'a month', year: 'a year' };

function line({ name, description, unit_amount, quantity, interval }: Item, currency: string): string {
  const period = interval ? ` ${EACH[interval]}` : '';
  return `<li>
<span class="what"><b>${escapeHtml(name)}</b>${quantity > 1 ? ` <span class="soft">× ${quantity}</span>` : ''}
${description ? `<span class="soft">${escapeHtml(description)}</span>` : ''}</span>
<span>${escapeHtml(money(unit_amount * quantity, currency) + period)}</span>
</li>`;
}

const NOTICES: Partial<Record<NonNullable<CheckoutMoment>, string>> = {
  declined: 'Your card was declined. Nothing was paid; you may try again.',
  canceled: 'The shop named no address to go back to. The payment stays open here; you may close this page.',
};

function openPage(session: CheckoutSession, moment: CheckoutMoment, seller: string | null): SandboxPage {
  const { id, currency, amount_total, customer_email, success_url, sandbox, mode } = session;
  const total = money(amount_total, currency);
  const intervals = new Set(sandbox.items.map(({ interval }) => interval));
  const [interval] = intervals;
  const each = interval && intervals.size === 1 ? ` <small>${EACH[interval]}</small>` : '';
  const notice = moment && NOTICES[moment];
  const parties = [
    ['Shop', new URL(success_url).host],
    ['Seller', seller],
    ['Buyer', customer_email],
  ].filter(([, who]) => who);
  return {
    title: `Pay ${total}`,
    leadsTo: [session.cancel_url],
    body: `<main class="card lone">
<h1 class="amount">${escapeHtml(total)}${each}</h1>
${notice ? `<p class="notice ${moment === 'declined' ? 'bad' : ''}" role="alert">${notice}</p>` : ''}
<ul class="lines">${sandbox.items.map((item) => line(item, currency)).join('')}</ul>
<dl>${parties.map(([role, who]) => `<div><dt>${role}</dt><dd>${escapeHtml(who as string)}</dd></div>`).join('')}</dl>
<form method="post">
${button(`/pay/${id}/pay`, mode === 'payment' ? `Pay ${total}` : `Subscribe for ${total}`, '')}
<div class="pair">${button(`/pay/${id}/decline`, 'Decline card')}${button(`/pay/${id}/cancel`, 'Cancel')}</div>
${button(`/pay/${id}/later`, 'Pay later by bank transfer', 'plain')}
</form>
</main>`,
  };
}
