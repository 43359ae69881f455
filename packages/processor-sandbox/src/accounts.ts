import { invalid } from './api-error.js';
import { type Account, account, type Customer, customer, type Ticket, ticket } from './objects.js';
import type { Params } from './params.js';
import type { Tx } from './store.js';

const LINK_SECONDS = 300;

export async function createCustomer(tx: Tx, given: Params): Promise<Customer> {
  const [email, name] = [given.email('email') ?? null, given.text('name', 256) ?? null];
  return tx.insert(customer({ email, name, metadata: given.metadata() }));
}

export async function updateCustomer(tx: Tx, id: string, given: Params): Promise<Customer> {
  const before = await tx.lock('customer', id);
  return tx.update(before, {
    email: given.email('email') ?? before.email,
    name: given.text('name', 256) ?? before.name,
    metadata: given.metadata(before.metadata),
  });
}

export async function createAccount(tx: Tx, given: Params): Promise<Account> {
  given.required('type', given.choice('type', ['express']));
  const country = given.text('country', 2) ?? 'US';
  return tx.insert(account({ email: given.email('email') ?? null, country, metadata: given.metadata() }));
}

export async function updateAccount(tx: Tx, id: string, given: Params): Promise<Account> {
  const before = await tx.lock('account', id, 'account');
  const metadata = given.metadata(before.metadata);
  const after = await tx.update(before, { email: given.email('email') ?? before.email, metadata });
  await tx.tell('account.updated', after, before);
  return after;
}

export async function createAccountLink(tx: Tx, given: Params): Promise<Ticket> {
  const id = given.required('account', given.text('account'));
  given.required('type', given.choice('type', ['account_onboarding']));
  const urls = {
    refresh_url: given.required('refresh_url', given.url('refresh_url')),
    return_url: given.required('return_url', given.url('return_url')),
  };
  if (!(await tx.find('account', id))) throw invalid(`No such account: '${id}'`, 'account', 'resource_missing');
  return tx.insert(ticket('account_link', id, LINK_SECONDS, urls));
}

export async function createLoginLink(tx: Tx, id: string): Promise<Ticket> {
  const { details_submitted } = await tx.lock('account', id, 'account');
  if (details_submitted) return tx.insert(ticket('login_link', id, LINK_SECONDS));
  throw invalid('Cannot create a login link for an account that has not completed onboarding.', 'account');
}

/** Applies the result of the seller's onboarding. */
export async function onboard(tx: Tx, id: string, how: 'enabled' | 'submitted'): Promise<void> {
  const before = await tx.lock('account', id);
  const enabled = how === 'enabled';
  const state = enabled ? 'active' : 'pending';
  const after = await tx.update(before, {
    details_submitted: true,
    charges_enabled: enabled,
    payouts_enabled: enabled,
    capabilities: { card_payments: state, transfers: state },
  });
  await tx.tell('account.updated', after, before);
}
