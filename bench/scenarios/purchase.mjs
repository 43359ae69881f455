import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { callers, inOrder, post } from '../network/callers.mjs';
import { withoutIds } from '../network/comparable.mjs';
import { appendToLog, notifyFromApp, recordEvent } from '../network/effects.mjs';

export const name = 'purchase';
export const path = '/v1/apps/products/purchase-product';
export const writes = true;
export const alone = true;

const APP = 'products';
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LICENSE = /[2-9A-Z]{5}(-[2-9A-Z]{5}){4}/g;

/** The fields of the order are in the order of the columns on one side, and in that of the answer's class on the other. */
export function comparable(answer) {
  const { order, licenses } = JSON.parse(answer);
  const fields = Object.entries(order).sort(([one], [other]) => (one < other ? -1 : 1));
  return withoutIds(JSON.stringify({ fields, licenses })).replace(LICENSE, '<license>');
}

/**
 * Products with license keys that cost nothing: they are sold without the processor, and often to the same buyer. Half of
 * the callers sell one product each, the others buy them.
 */
export async function prepare(here, _environment, sizes) {
  const people = await callers(here, sizes.callers);
  const buyers = people.splice(0, people.length / 2);
  const products = [];
  for (const seller of people) products.push(await offer(here, seller));
  for (const buyer of buyers) await post(here, buyer, '/v1/apps/install', { slug: APP });
  const posts = inOrder((n) => {
    const product_id = products[(n + Math.floor(n / buyers.length)) % products.length];
    return { headers: buyers[n % buyers.length].headers, body: { product_id } };
  });
  return { posts };
}

async function offer(here, seller) {
  await post(here, seller, '/v1/apps/install', { slug: APP });
  const details = { title: 'Sewing pattern', description: 'Of a summer coat.', kind: 'digital', license_keys: true };
  const { product } = await post(here, seller, `/v1/apps/${APP}/create-product`, details);
  await post(here, seller, `/v1/apps/${APP}/publish-product`, { product_id: product.id });
  return product.id;
}

const FIND = { name: 'bare_product', text: 'SELECT * FROM ext_products.products WHERE id = $1' };
const KEEP_BUYER = { name: 'bare_keep_buyer', text: 'SELECT id FROM account.users WHERE id = $1 FOR KEY SHARE' };
const SETTLE = {
  name: 'bare_order_paid',
  text: `UPDATE ext_products.orders SET status = 'paid', paid_at = now(), expires_at = NULL, stock_taken = $2,
      updated_at = now() WHERE id = $1 RETURNING *`,
};
const COUNT = {
  name: 'bare_product_sold',
  text: 'UPDATE ext_products.products SET sold_count = sold_count + $2 WHERE id = $1',
};
const LOW_STOCK_AT = 3;

export function bare(app, { identify, query: ask, transaction, json }) {
  app.post(path, identify, json, async (request, response) => {
    const { id: buyerId } = request.user;
    const { product_id } = request.body;
    if (!(await ask('app_installed', buyerId, APP)).rowCount) {
      return response.status(403).json({ error: 'App not installed' });
    }
    const [product] = (await ask(FIND, product_id)).rows;
    await ask('products_has_orders_due', product_id);
    if (product?.status !== 'published' || product.owner_id === buyerId) {
      return response.status(404).json({ error: 'Product not found' });
    }
    response.json(await transaction((query) => sell(query, product_id, buyerId)));
  });
}

async function sell(query, productId, buyerId) {
  await query(KEEP_BUYER, buyerId);
  const [product] = (await query(FIND, productId)).rows;
  await query('products_lock_buyer', productId, buyerId);
  await query('products_order_has_pending', productId, buyerId);
  await query('products_variants', productId);
  await query('products_buyer_standing', buyerId, productId, null);
  const lowAt = await settingOf(query, product.owner_id, 'low_stock_at', LOW_STOCK_AT);
  const [{ stock }] = (await query('products_stock_take products', productId, 1, lowAt)).rows;
  const taken = stock === null ? 0 : 1;
  const order = { ...newOrder(product, buyerId), stock_taken: taken };
  const [begun] = (await query('products_order_begin', JSON.stringify(order))).rows;
  const [paid] = (await query(SETTLE, begun.id, taken)).rows;
  if (product.license_keys) await query('products_licenses_issue', [paid.id], [productId], [newLicense()]);
  const tellsSeller = await settingOf(query, product.owner_id, 'notify_on_sale', true);
  await query(COUNT, productId, 1);
  const [{ licenses }] = (await query('products_licenses_of_order', paid.id)).rows;
  const entries = await announce(query, paid, tellsSeller);
  await recordEvent(query, `${APP}/purchase-product`, buyerId, { target: { type: 'product', id: productId } });
  await appendToLog(query, entries);
  return { order: orderView(paid), licenses };
}

async function settingOf(query, userId, setting, otherwise) {
  const { rows } = await query('app_settings_of', [userId], APP);
  return rows[0]?.values[setting] ?? otherwise;
}

const newOrder = ({ id, owner_id, title, currency, price_minor }, buyerId) => ({
  owner_id: buyerId,
  seller_id: owner_id,
  product_id: id,
  title,
  currency,
  variant_id: null,
  variant_name: null,
  quantity: 1,
  unit_minor: price_minor,
  discount_minor: 0,
  shipping_minor: 0,
  total_minor: 0,
  coupon_id: null,
  affiliate_id: null,
  payment_id: null,
  ship_to: null,
});

function newLicense() {
  const letters = Array.from(randomBytes(25), (byte) => LETTERS[byte % LETTERS.length]);
  return [0, 5, 10, 15, 20].map((at) => letters.slice(at, at + 5).join('')).join('-');
}

async function announce(query, { id, product_id, owner_id, seller_id, title, currency }, tellsSeller) {
  const about = { order_id: id, product_id };
  const bought = { ...about, title, body: `${title} is yours.` };
  const entries = await notifyFromApp(query, {
    id: uuidv7(),
    user_id: owner_id,
    type: `${APP}.purchased`,
    data: bought,
  });
  if (!tellsSeller) return entries;
  const body = `${title} was bought for 0 ${currency.toUpperCase()}.`;
  const sold = await notifyFromApp(query, {
    id: uuidv7(),
    user_id: seller_id,
    actor_id: owner_id,
    type: `${APP}.sold`,
    data: { ...about, user_id: owner_id, amount: 0, currency, title, body },
  });
  return [...entries, ...sold];
}

/** The amounts of the answer are in major units; all of them are 0 here. */
function orderView({ checkout_url: _url, stock_taken: _taken, ...order }) {
  const fields = Object.entries(order).map(([column, value]) => [column.replace(/_minor$/, ''), value]);
  return Object.fromEntries(fields);
}
