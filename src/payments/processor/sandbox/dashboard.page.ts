import { escapeHtml } from '../../../platform/http/page.js';
import type { Account, ApplicationFee, Charge, Transfer } from './objects.js';
import { accountTags } from './onboarding.page.js';
import type { Shown } from './page-frame.js';
import { money, table, time } from './page-parts.js';
import type { Tx } from './store.js';

const SHOWN = 50;

/** What a seller sees of the own account. */
export async function dashboardPage(tx: Tx, account: Account): Promise<Shown> {
  const { id, email } = account;
  const charges = await tx.newest('charge', { transfer_data: { destination: id } }, SHOWN);
  const fees = await tx.newest('application_fee', { account: id }, SHOWN);
  const transfers = await tx.newest('transfer', { destination: id }, SHOWN);
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

function paymentsTable(charges: Charge[], fees: ApplicationFee[]): string {
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
