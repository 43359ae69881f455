import { randomUUID } from 'node:crypto';
import type { Account } from '../support/service.js';
import { event, type ProcessorEvent } from './webhook.js';

export const MARCH = Date.UTC(2027, 2, 1) / 1000;
export const DAY = 86_400;
export const iso = (at: number) => new Date(at * 1000).toISOString();
export type Kind = 'created' | 'updated' | 'deleted';

/** A subscription as in the processor's events, with `end` in the field that the present API version uses. */
export const subscription = (id: string, { price = 900, end = 0, ...more }: Record<string, any> = {}) => ({
  id,
  object: 'subscription',
  status: 'active',
  created: MARCH,
  items: { data: [{ price: { unit_amount: price }, ...(end && { current_period_end: end }) }] },
  ...more,
});
export const told = (kind: Kind, created: number, object: object): ProcessorEvent =>
  event(`customer.subscription.${kind}`, object, { created });
export const newId = () => `sub_${randomUUID()}`;

/** The user's plan, which has to be the same on the profile and on the business page. */
export async function planOf({ client }: Account): Promise<object | null> {
  const { subscription: shown } = (await client.get('/v1/business').expect(200)).body;
  const { user: me } = (await client.get('/v1/users/me').expect(200)).body;
  const { subscription_plan, subscription_status, subscription_expires_at } = me;
  expect({ subscription_plan, subscription_status, subscription_expires_at }).toEqual({
    subscription_plan: shown?.plan ?? null,
    subscription_status: shown?.status ?? null,
    subscription_expires_at: shown?.expires_at ?? null,
  });
  return shown;
}

export const permutations = <T>(list: T[]): T[][] =>
  list.length < 2
    ? [list]
    : list.flatMap((one, at) =>
        permutations([...list.slice(0, at), ...list.slice(at + 1)]).map((rest) => [one, ...rest]),
      );
