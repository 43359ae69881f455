import { missing } from './api-error.js';
import { type Item, type Kinds, newId, type Session, type Ticket, visible } from './objects.js';
import type { Params } from './params.js';
import type { Tx } from './store.js';

export async function readObject(tx: Tx, kind: keyof Kinds, id: string): Promise<object> {
  const found = await tx.find(kind, id);
  if (!found) throw missing(kind, id);
  return found;
}

export async function listObjects(
  tx: Tx,
  given: Params,
  { kind, filters, path }: { kind: keyof Kinds; filters: string[]; path: string },
): Promise<object> {
  const limit = given.whole('limit', 1, 100) ?? 10;
  const where = Object.fromEntries(filters.filter((name) => given.has(name)).map((name) => [name, given.text(name)]));
  const rows = await tx.newest(kind, where, limit + 1, given.text('starting_after'));
  return list(rows, limit, path);
}

export async function listEvents(tx: Tx, given: Params): Promise<object> {
  const limit = given.whole('limit', 1, 100) ?? 10;
  const { rows } = await tx.client.query<{ payload: object }>(
    `SELECT payload FROM sandbox.events WHERE ($1::text IS NULL OR type = $1)
     AND ($2::text IS NULL OR seq < (SELECT seq FROM sandbox.events WHERE id = $2)) ORDER BY seq DESC LIMIT $3`,
    [given.text('type'), given.text('starting_after'), limit + 1],
  );
  return list(
    rows.map(({ payload }) => payload),
    limit,
    'events',
  );
}

export async function readEvent(tx: Tx, id: string): Promise<object> {
  const { rows } = await tx.client.query<{ payload: object }>('SELECT payload FROM sandbox.events WHERE id = $1', [id]);
  if (!rows[0]) throw missing('event', id);
  return rows[0].payload;
}

const list = (rows: object[], limit: number, path: string) => ({
  object: 'list',
  data: rows.slice(0, limit),
  has_more: rows.length > limit,
  url: `/v1/${path}`,
});

/**
 * Prepares an answer: with the current address of the sandbox, and with the objects that the caller wants
 * expanded. A stored answer for a replay contains neither.
 */
export function presenter(tx: Tx, url: string, expand: string[]) {
  return async (answer: object): Promise<object> => {
    const { object, data } = answer as { object?: string; data?: object[] };
    if (object === 'list' && data) {
      const rows = data.map((one) => outward(one, url));
      const paths = expand.filter((path) => path.startsWith('data.')).map((path) => path.split('.').slice(1));
      for (const row of rows) for (const path of paths) await expandPath(tx, row, path);
      return { ...answer, data: rows };
    }
    const seen = outward(answer, url, expand.includes('line_items'));
    for (const path of expand) await expandPath(tx, seen, path.split('.'));
    return seen;
  };
}

function outward(object: object, url: string, withItems = false): object {
  const { object: kind } = object as { object?: string };
  if (kind === 'account_link') return link(object as Ticket, `${url}/onboard`);
  if (kind === 'login_link') return link(object as Ticket, `${url}/dashboard`);
  const seen = visible(object, url);
  return withItems && kind === 'checkout.session' ? { ...seen, line_items: lineItems(object as Session) } : seen;
}

function link({ object, created, expires_at, id }: Ticket, base: string): object {
  return { object, created, ...(object === 'account_link' && { expires_at }), url: `${base}/${id}` };
}

function lineItems({ sandbox, currency, id }: Session): object {
  const data = sandbox.items.map(({ name, unit_amount, quantity }: Item) => ({
    id: newId('li'),
    object: 'item',
    amount_subtotal: unit_amount * quantity,
    amount_total: unit_amount * quantity,
    currency,
    description: name,
    quantity,
  }));
  return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` };
}

async function expandPath(tx: Tx, into: object, [field = '', ...rest]: string[]): Promise<void> {
  const holder = into as Record<string, unknown>;
  if (!Object.hasOwn(holder, field)) return;
  const id = holder[field];
  if (typeof id === 'string') {
    const { rows } = await tx.client.query<{ body: object }>('SELECT body FROM sandbox.objects WHERE id = $1', [id]);
    if (rows[0]) holder[field] = visible(rows[0].body);
  }
  const inner = holder[field];
  if (rest.length && inner && typeof inner === 'object') await expandPath(tx, inner, rest);
}
