import { escapeHtml } from '../page.js';
import { accountTags, type SellerAccount } from './onboarding.page.js';
import { money, type SandboxPage, table, time } from './page-parts.js';

interface Charge {
  id: string;
  created: number;
  amount: number;
  amount_refunded: number;
  currency: string;
}
interface Fee {
  charge: string;
  amount: number;
  amount_refunded: number;
}
interface Transfer {
  created: number;
  amount: number;
  amount_reversed: number;
  currency: string;
  source_transaction: string | null;
}
interface Dashboard {
  account: SellerAccount;
  charges: Charge[];
  fees: Fee[];
  transfers: Transfer[];
}

/** What a seller sees of the own account. */
export function dashboardPage({ account, charges, fees, transfers }: Dashboard): SandboxPage {
  const { id, email } = account;
  return {
    title: 'Seller dashboard',
    body: `<main class="wide">
<header><h1>Seller dashboard</h1>
<p class="soft">${escapeHtml(id)}${email ? ` · ${escapeHtml(email)}` : ''}</p>
<p>${accountTags(account)}</p></header>
${paymentsTable(charges, fees)}
${transfersTable(transfers)}
</main>`,
  };
}

function paymentsTable(charges: Charge[], fees: Fee[]): string {
  const rows = charges.map((charge) => {
    const fee = fees.find((one) => one.charge === charge.id);
    const kept = (fee?.amount ?? 0) - (fee?.amount_refunded ?? 0);
    const { amount, amount_refunded: refunded, currency } = charge;
    return [time(charge.created), ...[amount, kept, refunded].map((sum) => escapeHtml(money(sum, currency)))];
  });
  return table('Payments', ['Time', 'Amount', 'Fee', 'Refunded'], rows, 'No payments yet.');
}

function transfersTable(transfers: Transfer[]): string {
  const rows = transfers.map(({ created, amount, amount_reversed, currency, source_transaction }) => [
    time(created),
    escapeHtml(money(amount, currency)),
    escapeHtml(money(amount_reversed, currency)),
    source_transaction ? 'from a payment' : 'from the platform',
  ]);
  return table('Transfers', ['Time', 'Amount', 'Taken back', 'Origin'], rows, 'No transfers yet.');
}
