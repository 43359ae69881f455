import { escapeHtml } from '../page.js';
import { accountTags, type SellerAccount } from './onboarding.page.js';
import { button, money, type SandboxPage, table, tag, time } from './page-parts.js';

interface Session {
  id: string;
  created: number;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_total: number;
  currency: string;
  sandbox: { items: { name: string }[]; failed: boolean };
}
interface Subscription {
  id: string;
  created: number;
  status: string;
  cancel_at_period_end: boolean;
  items: { data: { current_period_end: number; price: { nickname: string } }[] };
}
interface Switches {
  hold: boolean;
  copies: number;
}
interface Overview {
  sessions: Session[];
  subscriptions: Subscription[];
  accounts: SellerAccount[];
  events: OverviewEvent[];
  switches: Switches;
}

/** An event and what is known of its delivery. */
export interface OverviewEvent {
  id: string;
  type: string;
  object_id: string;
  created: Date;
  attempts: number;
  delivered_at: Date | null;
  next_attempt_at: Date | null;
  last_status: number | null;
}

/** The newest of what the sandbox knows, with buttons for the controls that tests use too. */
export function overviewPage({ sessions, subscriptions, accounts, events, switches }: Overview): SandboxPage {
  return {
    title: 'Payment sandbox',
    body: `<main class="wide" data-follow>
<header><h1>Payment sandbox</h1>
<p class="soft">It stands in for the payment processor as long as no key of a real one is set.</p></header>
${levers(switches)}
${table('Checkout sessions', ['Time', 'What', 'Amount', 'State', ''], sessions.map(sessionRow), 'No checkout sessions yet.')}
${table('Subscriptions', ['Time', 'What', 'State', 'Period ends', ''], subscriptions.map(subscriptionRow), 'No subscriptions yet.')}
${table('Accounts', ['Time', 'Account', 'State'], accounts.map(accountRow), 'No sellers yet.')}
${table(
  'Events',
  ['Time', 'Event', 'Delivery', ''],
  events.map((event) => eventRow(event, switches)),
  'No events yet.',
)}
</main>`,
  };
}

const form = (buttons: string) => `<form method="post" class="acts">${buttons}</form>`;

function levers({ hold, copies }: Switches): string {
  const option = (count: number) =>
    `<option value="${count}"${count === copies ? ' selected' : ''}>${count === 1 ? 'once' : `${count} times at once`}</option>`;
  const counts = [...new Set([1, 2, 5, 20, copies])].sort((a, b) => a - b);
  const release = (order: string) =>
    `<form method="post" action="/sandbox/deliveries/release"><button class="quiet" id="release-${order}" name="order" value="${order}">${order}</button></form>`;
  return `<section class="card">
<h2>Deliveries</h2>
<div class="levers">
<form method="post" action="/sandbox/deliveries">
<button class="quiet" id="hold" name="hold" value="${!hold}">${hold ? 'Stop holding events back' : 'Hold new events back'}</button>
</form>
<form method="post" action="/sandbox/deliveries">
<label for="copies">Send each event</label>
<select id="copies" name="copies">${counts.map(option).join('')}</select>
<button class="quiet" id="set-copies">Set</button>
</form>
${hold ? `<div class="release"><span>Release what is held:</span>${['forward', 'reverse', 'shuffle'].map(release).join('')}</div>` : ''}
</div>
</section>`;
}

const ENDS: Record<string, string> = {
  open: tag('open'),
  expired: tag('expired'),
  paid: tag('paid', 'good'),
  complete: tag('money failed', 'bad'),
};

function sessionRow(session: Session): string[] {
  const { id, status, payment_status, created, sandbox, amount_total, currency } = session;
  const isAwaited = status === 'complete' && payment_status === 'unpaid' && !sandbox.failed;
  const state = isAwaited ? tag('awaiting money') : (ENDS[payment_status === 'paid' ? 'paid' : status] as string);
  const settle = (outcome: string, words: string) =>
    `<form method="post" action="/sandbox/sessions/${id}/settle"><input type="hidden" name="outcome" value="${outcome}"><button class="quiet" id="${outcome}-${id}">${words}</button></form>`;
  const acts = isAwaited ? settle('succeeded', 'Money arrives') + settle('failed', 'Money fails') : '';
  return [
    time(created),
    `${escapeHtml(sandbox.items.map(({ name }) => name).join(', '))}<code>${escapeHtml(id.slice(0, 20))}…</code>`,
    escapeHtml(money(amount_total, currency)),
    state,
    status === 'open'
      ? `<a class="button quiet" href="/pay/${id}">Open</a>`
      : acts && `<div class="acts">${acts}</div>`,
  ];
}

function subscriptionRow({ id, created, items, status, cancel_at_period_end }: Subscription): string[] {
  const isOver = status === 'canceled' || status === 'incomplete_expired';
  const [first] = items.data;
  const base = `/sandbox/subscriptions/${id}`;
  const acts =
    button(`${base}/renew`, 'Renew') +
    button(`${base}/fail-payment`, 'Fail payment') +
    button(`${base}/cancel`, 'Cancel');
  const tone = status === 'active' ? 'good' : status === 'past_due' ? 'bad' : '';
  return [
    time(created),
    `${escapeHtml(items.data.map(({ price }) => price.nickname).join(', '))}<code>${escapeHtml(id)}</code>`,
    tag(cancel_at_period_end && !isOver ? `${status}, ends with its period` : status.replace('_', ' '), tone),
    first ? time(first.current_period_end) : '',
    isOver ? '' : form(acts),
  ];
}

const accountRow = (account: SellerAccount) => [
  time(account.created),
  `${escapeHtml(account.email ?? 'without e-mail')}<code>${escapeHtml(account.id)}</code>`,
  accountTags(account),
];

function eventRow(event: OverviewEvent, { hold }: Switches): string[] {
  const { id, type, object_id, created, delivered_at } = event;
  return [
    time(created),
    `${escapeHtml(type)}<code>${escapeHtml(object_id.slice(0, 32))}</code>`,
    delivered_at ? tag('delivered', 'good') : undelivered(event, hold),
    form(button(`/sandbox/events/${encodeURIComponent(id)}/deliver`, 'Send again')),
  ];
}

function undelivered({ attempts, last_status, next_attempt_at }: OverviewEvent, hold: boolean): string {
  if (attempts === 0) return tag(hold ? 'held back' : 'waiting');
  const answer = last_status ? `answered ${last_status}` : 'no answer';
  const next = next_attempt_at ? `<span class="soft">again ${time(next_attempt_at)}</span>` : '';
  return `${tag(`${answer}, ${attempts === 1 ? 'once' : `${attempts} times`}`, 'bad')} ${next}`;
}
