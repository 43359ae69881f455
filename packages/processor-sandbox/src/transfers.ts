import { invalid } from './api-error.js';
import { type Charge, newId, type Refund, type RefundReason, refund, type Transfer, transfer } from './objects.js';
import type { Params } from './params.js';
import type { Tx } from './store.js';

const REASONS: Exclude<RefundReason, null>[] = ['duplicate', 'fraudulent', 'requested_by_customer'];

export async function createTransfer(tx: Tx, given: Params): Promise<Transfer> {
  const destination = given.required('destination', given.text('destination'));
  const amount = given.required('amount', given.amount('amount'));
  const currency = given.required('currency', given.currency('currency'));
  const account = await tx.find('account', destination);
  if (!account) throw invalid(`No such destination: '${destination}'`, 'destination', 'resource_missing');
  if (!account.payouts_enabled) {
    throw invalid(
      'The destination account needs to have its transfers enabled first.',
      'destination',
      'insufficient_capabilities_for_transfer',
    );
  }
  return tx.insert(
    transfer({
      amount,
      currency,
      destination,
      metadata: given.metadata(),
      transfer_group: given.text('transfer_group') ?? null,
      source_transaction: null,
    }),
  );
}

/** The lock of a payment serialises its refunds, so that together they never exceed it. */
export async function createRefund(tx: Tx, given: Params): Promise<Refund> {
  const charge = await chargeOf(tx, given);
  const left = charge.amount - charge.amount_refunded;
  const amount = given.amount('amount') ?? left;
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  }
  if (amount > left) {
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount',
      'amount_too_large',
    );
  }
  const amount_refunded = charge.amount_refunded + amount;
  const made = refund(charge, amount, given.metadata(), given.choice('reason', REASONS) ?? null);
  if (given.flag('reverse_transfer')) made.transfer_reversal = await takeBack(tx, charge, amount);
  if (given.flag('refund_application_fee')) await returnFee(tx, charge, amount_refunded);
  const after = await tx.update(charge, { amount_refunded, refunded: amount_refunded === charge.amount });
  await tx.insert(made);
  await tx.tell('charge.refunded', after, charge);
  return made;
}

async function chargeOf(tx: Tx, given: Params): Promise<Charge> {
  const intentId = given.text('payment_intent');
  const chargeId = given.text('charge');
  if (chargeId) return tx.lock('charge', chargeId, 'charge');
  const intent = await tx.lock('payment_intent', given.required('payment_intent', intentId), 'payment_intent');
  if (intent.latest_charge) return tx.lock('charge', intent.latest_charge);
  throw invalid('This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
}

async function takeBack(tx: Tx, charge: Charge, amount: number): Promise<string> {
  if (!charge.transfer) {
    throw invalid('Cannot reverse transfer on charge: it has no transfer.', 'reverse_transfer');
  }
  const passed = await tx.lock('transfer', charge.transfer);
  const amount_reversed = Math.min(passed.amount, passed.amount_reversed + amount);
  await tx.update(passed, { amount_reversed, reversed: amount_reversed === passed.amount });
  return newId('trr');
}

/** The fee is returned in proportion to the total refunds, so that the parts add up exactly. */
async function returnFee(tx: Tx, charge: Charge, refunded: number): Promise<void> {
  if (!charge.application_fee) {
    throw invalid(
      `Attempting to refund_application_fee on ${charge.id}, but it has no application fee`,
      'refund_application_fee',
    );
  }
  const fee = await tx.lock('application_fee', charge.application_fee);
  const amount_refunded = Math.floor((fee.amount * refunded) / charge.amount);
  await tx.update(fee, { amount_refunded, refunded: amount_refunded === fee.amount });
}
