import { AppProvider } from '../../kernel/app-provider.js';
import { columnsOf, iso, sql } from '../../../platform/database/sql.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { ProductOrder } from '../entities/product-order.entity.js';
import { randomBytes } from 'node:crypto';

const ISSUE = sql(
  'products_licenses_issue',
  'INSERT INTO ext_products.licenses (order_id, product_id, key) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[])',
);
const SET_STATUS = sql(
  'products_licenses_set_status',
  `UPDATE ext_products.licenses SET status = $2, updated_at = now()
   WHERE order_id = ANY ($1::uuid[]) AND status <> $2`,
);
const KEY = `SELECT l.id, l.product_id, l.status, l.created_at, p.max_activations, v.sku AS variant
   FROM ext_products.licenses l JOIN ext_products.products p ON p.id = l.product_id
   JOIN ext_products.orders o ON o.id = l.order_id LEFT JOIN ext_products.variants v ON v.id = o.variant_id
   WHERE l.key = $1 AND l.product_id = $2`;
const FIND = sql('products_license_find', KEY);
const LOCK = sql('products_license_lock', `${KEY} FOR NO KEY UPDATE OF l`);
const SEEN = sql(
  'products_license_seen',
  'UPDATE ext_products.license_activations SET last_seen_at = now() WHERE license_id = $1 AND instance = $2',
);
const ACTIVATE = sql(
  'products_license_activate',
  `INSERT INTO ext_products.license_activations (license_id, instance) SELECT $1, $2
   WHERE (SELECT count(*) FROM ext_products.license_activations WHERE license_id = $1) < $3::int`,
);
const RELEASE = sql(
  'products_license_release',
  'DELETE FROM ext_products.license_activations WHERE license_id = $1 AND instance = $2',
);
const ACTIVATIONS = sql(
  'products_license_activations',
  'SELECT count(*)::int AS n FROM ext_products.license_activations WHERE license_id = $1',
);

/** The licenses of an order as JSON, with the machines that they are in use on. */
export const licensesJson = (orderId: string) => `(
  SELECT coalesce(json_agg(json_build_object('id', l.id, 'key', l.key, 'status', l.status,
    'max_activations', p.max_activations, 'created_at', ${iso('l.created_at')},
    'activations', coalesce(json_array_length(a.instances), 0), 'instances', coalesce(a.instances, '[]'::json)
  ) ORDER BY l.id), '[]')
  FROM ext_products.licenses l LEFT JOIN ext_products.products p ON p.id = l.product_id
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('instance', instance, 'last_seen_at', ${iso('last_seen_at')})
      ORDER BY last_seen_at DESC, id) AS instances
    FROM ext_products.license_activations WHERE license_id = l.id
  ) a WHERE l.order_id = ${orderId})`;

const OF_ORDER = sql('products_licenses_of_order', `SELECT ${licensesJson('$1')} AS licenses`);

export interface KnownLicense {
  id: string;
  product_id: string;
  status: 'active' | 'revoked';
  created_at: Date;
  max_activations: number | null;
  /** Its sku. */
  variant: string | null;
}

/** As JSON has it. */
export interface IssuedLicense {
  id: string;
  key: string;
  status: string;
  activations: number;
  max_activations: number | null;
  instances: { instance: string; last_seen_at: Date }[];
  created_at: Date;
}

@AppProvider()
export class LicenseRepository extends BaseRepository {
  /** One for each piece. */
  async issue(orders: Pick<ProductOrder, 'id' | 'product_id' | 'quantity'>[]): Promise<void> {
    const pieces = orders.flatMap(({ quantity, ...order }) =>
      Array.from({ length: quantity }, () => ({ ...order, key: newLicenseKey() })),
    );
    if (pieces.length) await this.count(ISSUE, ...columnsOf(pieces, 'id', 'product_id', 'key'));
  }

  async ofOrder(orderId: string): Promise<IssuedLicense[]> {
    return (await this.one<{ licenses: IssuedLicense[] }>(OF_ORDER, orderId))?.licenses ?? [];
  }

  /** Those of these orders. */
  async setStatus(orderIds: string[], status: 'active' | 'revoked'): Promise<void> {
    if (orderIds.length) await this.count(SET_STATUS, orderIds, status);
  }

  find(key: string, productId: string): Promise<KnownLicense | undefined> {
    return this.one<KnownLicense>(FIND, key, productId);
  }

  lock(key: string, productId: string): Promise<KnownLicense | undefined> {
    return this.one<KnownLicense>(LOCK, key, productId);
  }

  /** True if the instance is active, now or from before; false if `most` others are. The license is locked. */
  async activate({ id }: KnownLicense, instance: string, most: number): Promise<boolean> {
    if (await this.count(SEEN, id, instance)) return true;
    return (await this.count(ACTIVATE, id, instance, most)) > 0;
  }

  /** False: it was not in use there. */
  async release({ id }: KnownLicense, instance: string): Promise<boolean> {
    return (await this.count(RELEASE, id, instance)) > 0;
  }

  async activations({ id }: KnownLicense): Promise<number> {
    return (await this.one<{ n: number }>(ACTIVATIONS, id))?.n ?? 0;
  }
}

/** Without 0, O, 1 and I, which look alike: 32 of them, five bits each. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 5;
const EACH = 5;

export function newLicenseKey(): string {
  const letters = Array.from(randomBytes(GROUPS * EACH), (byte) => LETTERS[byte % LETTERS.length]);
  const groups = Array.from({ length: GROUPS }, (_, at) => letters.slice(at * EACH, (at + 1) * EACH).join(''));
  return groups.join('-');
}
