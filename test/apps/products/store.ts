import type { Test } from 'supertest';
import { ExpireOrders } from '../../../src/apps/products/jobs/expire-orders.job.js';
import { ProductsService } from '../../../src/apps/products/products.service.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import type { Account } from '../../support/service.js';
import { PAGES, SellingApp } from '../selling-app.js';

export const HOME = {
  name: 'Bob',
  line1: 'Main Street 1',
  city: 'Berlin',
  postal_code: '10115',
  country: 'DE',
};

/** A service in which people sell and buy things. */
export class Store extends SellingApp {
  protected readonly slug = 'products';

  async draft(seller: Account, fields: object = {}): Promise<any> {
    const made = { title: 'Brushes', kind: 'digital', description: 'Soft ones.', ...fields };
    return (await this.ask(seller, 'create-product', made)).product;
  }

  /** A file of a product whose bytes are there: its id. */
  async file(seller: Account, product: { id: string }, text = 'The bytes.', more: object = {}): Promise<string> {
    const promise = await this.promise(seller, product, { size_bytes: Buffer.byteLength(text), ...more });
    await this.put(promise.upload_url, text);
    return promise.file.id;
  }

  promise(seller: Account, { id }: { id: string }, more: object = {}): Promise<any> {
    const file = { purpose: 'download', filename: 'brushes.txt', content_type: 'text/plain', size_bytes: 5 };
    return this.ask(seller, 'create-upload', { product_id: id, ...file, ...more });
  }

  async put(address: string, body: string | Buffer): Promise<void> {
    const answer = await fetch(address, { method: 'PUT', body: body as never });
    expect({ status: answer.status, text: answer.ok ? '' : await answer.text() }).toEqual({
      status: 200,
      text: '',
    });
  }

  /** Published, with a file where it needs one. */
  async product(seller: Account, fields: { kind?: string; license_keys?: boolean; [name: string]: unknown } = {}) {
    const made = await this.draft(seller, fields);
    const { kind = 'digital', license_keys = false } = fields;
    const file_id = kind === 'digital' && !license_keys ? await this.file(seller, made) : undefined;
    const { product } = await this.ask(seller, 'publish-product', { product_id: made.id });
    return { ...product, file_id } as any;
  }

  /** A thing that is sent. */
  goods(seller: Account, fields: object = {}): Promise<any> {
    return this.product(seller, { kind: 'physical', title: 'Easel', price: 20, ...fields });
  }

  async variant(seller: Account, { id }: { id: string }, sku: string, more: object = {}): Promise<any> {
    return (await this.ask(seller, 'set-variant', { product_id: id, sku, name: sku, ...more })).variant;
  }

  purchase(who: Account, { id }: { id: string }, more: object = {}): Promise<any> {
    return this.ask(who, 'purchase-product', { product_id: id, ...PAGES, ...more });
  }

  refusedPurchase(who: Account, { id }: { id: string }, status: number, error: string, more: object = {}): Test {
    return this.expectRefused(who, 'purchase-product', { product_id: id, ...PAGES, ...more }, status, error);
  }

  /** Bought and paid: the answer of the purchase. */
  async buy(who: Account, product: { id: string }, more: object = {}): Promise<any> {
    const order = await this.purchase(who, product, more);
    await this.paid(order.payment_id);
    return order;
  }

  async order(id: string): Promise<any> {
    return (await this.rows('SELECT * FROM ext_products.orders WHERE id = $1', id))[0];
  }

  async stock({ id }: { id: string }, sku?: string): Promise<number | null> {
    const [row] = sku
      ? await this.rows('SELECT stock FROM ext_products.variants WHERE product_id = $1 AND sku = $2', id, sku)
      : await this.rows('SELECT stock FROM ext_products.products WHERE id = $1', id);
    return row.stock;
  }

  /** All open orders run out of time; and the job, twice. */
  async expireAll(): Promise<void> {
    await this.rows(`UPDATE ext_products.orders SET expires_at = now() - interval '1 minute' WHERE status = 'pending'`);
    for (let at = 0; at < 2; at++) await this.service.app.get(ExpireOrders, { strict: false }).run();
  }

  /** What other apps ask of it, inside a transaction as they do. */
  within<T>(work: (products: ProductsService) => Promise<T>): Promise<T> {
    const products = this.service.app.get(ProductsService, { strict: false });
    return this.service.app.get(DatabaseService).transaction(() => work(products));
  }

  /** Coupons, stars, sales and keys are as many as the rows that they count. */
  async expectSound(): Promise<void> {
    const coupons = await this.rows(`
      SELECT c.id FROM ext_products.coupons c WHERE c.used_count <> (
        SELECT count(*) FROM ext_products.orders WHERE coupon_id = c.id AND status <> 'expired')`);
    const products = await this.rows(`
      SELECT p.id FROM ext_products.products p WHERE
        p.rating_count <> (SELECT count(*) FROM ext_products.reviews WHERE product_id = p.id)
        OR p.rating_sum <> (SELECT coalesce(sum(rating), 0) FROM ext_products.reviews WHERE product_id = p.id)
        OR p.sold_count <> (SELECT coalesce(sum(quantity), 0) FROM ext_products.orders
          WHERE product_id = p.id AND source = 'purchase' AND status IN ('paid', 'shipped'))`);
    const licenses = await this.rows(`
      SELECT o.id FROM ext_products.orders o JOIN ext_products.products p ON p.id = o.product_id AND p.license_keys
      WHERE o.quantity * (o.status = 'paid' AND o.revoked_at IS NULL)::int <> (
        SELECT count(*) FROM ext_products.licenses WHERE order_id = o.id AND status = 'active')`);
    expect({ coupons, products, licenses }).toEqual({ coupons: [], products: [], licenses: [] });
  }
}
