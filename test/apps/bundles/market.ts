import type { Test } from 'supertest';
import { ExpirePurchases } from '../../../src/apps/bundles/jobs/expire-purchases.job.js';
import type { Account } from '../../support/service.js';
import { PAGES, SellingApp } from '../selling-app.js';

type Thing = { id: string };

/** A service in which people sell courses and products, and bundles of them. */
export class Market extends SellingApp {
  protected readonly slug = 'bundles';
  protected override readonly others = ['courses', 'products'];

  async course(seller: Account, price: number, more: object = {}): Promise<any> {
    const { course } = await this.ask(seller, 'courses/create-course', {
      title: 'Drawing basics',
      description: 'D.',
      price,
    });
    if (Object.keys(more).length) await this.ask(seller, 'courses/update-course', { course_id: course.id, ...more });
    const { module } = await this.ask(seller, 'courses/create-module', { course_id: course.id, title: 'Lines' });
    const lesson = { title: 'One', kind: 'text', body: 'Draw.', published: true };
    await this.ask(seller, 'courses/create-lesson', { module_id: module.id, ...lesson });
    return (await this.ask(seller, 'courses/publish-course', { course_id: course.id })).course;
  }

  /** With license keys, so that it needs no file. */
  async product(seller: Account, price: number, more: object = {}): Promise<any> {
    const fields = { title: 'Brush set', description: 'Soft.', kind: 'digital', license_keys: true, price, ...more };
    const { product } = await this.ask(seller, 'products/create-product', fields);
    return (await this.ask(seller, 'products/publish-product', { product_id: product.id })).product;
  }

  async draft(seller: Account, fields: object = {}): Promise<any> {
    const made = { title: 'Starter', pricing: 'fixed', price: 70 };
    return (await this.ask(seller, 'create-bundle', { ...made, ...fields })).bundle;
  }

  add(seller: Account, bundle: Thing, item_type: string, item: Thing, more: object = {}): Promise<any> {
    return this.ask(seller, 'add-bundle-item', { bundle_id: bundle.id, item_type, item_id: item.id, ...more });
  }

  async publish(seller: Account, { id }: Thing): Promise<any> {
    return (await this.ask(seller, 'publish-bundle', { bundle_id: id })).bundle;
  }

  /** A course for 60 and a product for 40, together for 70. */
  async bundle(seller: Account, fields: object = {}): Promise<{ id: string; course: any; product: any; bundle: any }> {
    const [course, product] = [await this.course(seller, 60), await this.product(seller, 40)];
    const { id } = await this.draft(seller, fields);
    await this.add(seller, { id }, 'course', course);
    await this.add(seller, { id }, 'product', product);
    return { id, course, product, bundle: await this.publish(seller, { id }) };
  }

  purchase(who: Account, { id }: Thing, more: object = {}): Promise<any> {
    return this.ask(who, 'purchase-bundle', { bundle_id: id, ...PAGES, ...more });
  }

  refusedPurchase(who: Account, { id }: Thing, status: number, error: string, more: object = {}): Test {
    return this.expectRefused(who, 'purchase-bundle', { bundle_id: id, ...PAGES, ...more }, status, error);
  }

  /** Bought and paid: the answer of the purchase. */
  async buy(who: Account, bundle: Thing, more: object = {}): Promise<any> {
    const purchase = await this.purchase(who, bundle, more);
    await this.paid(purchase.payment_id);
    return purchase;
  }

  /** Buys a product by itself, so that the buyer owns it. */
  async own(who: Account, { id }: Thing): Promise<void> {
    const { payment_id } = await this.ask(who, 'products/purchase-product', { product_id: id, ...PAGES });
    await this.paid(payment_id);
  }

  async stored(id: string): Promise<any> {
    return (await this.rows('SELECT * FROM ext_bundles.purchases WHERE id = $1', id))[0];
  }

  async counts({ id }: Thing): Promise<{ sold_count: number; held_count: number }> {
    return (await this.rows('SELECT sold_count, held_count FROM ext_bundles.bundles WHERE id = $1', id))[0];
  }

  states(purchaseId: string): Promise<any[]> {
    return this.rows(
      `SELECT item_type, state, allocated_minor FROM ext_bundles.purchase_items WHERE purchase_id = $1
       ORDER BY item_type, title`,
      purchaseId,
    );
  }

  /** What the buyer can open, by the apps themselves. */
  async access({ id }: Account, { course, product }: { course: Thing; product: Thing }): Promise<boolean[]> {
    const [found] = await this.rows(
      `SELECT EXISTS (SELECT FROM ext_courses.enrollments
          WHERE owner_id = $1 AND course_id = $2 AND status = 'active') AS course,
        EXISTS (SELECT FROM ext_products.orders
          WHERE owner_id = $1 AND product_id = $3 AND status = 'paid' AND revoked_at IS NULL) AS product`,
      id,
      course.id,
      product.id,
    );
    return [found.course, found.product];
  }

  /** The time of open checkouts is over. */
  async runOut(): Promise<void> {
    await this.rows(
      `UPDATE ext_bundles.purchases SET expires_at = now() - interval '1 minute' WHERE status = 'pending'`,
    );
  }

  async expireAll(): Promise<void> {
    await this.runOut();
    for (let at = 0; at < 2; at++) await this.run(ExpirePurchases);
  }

  /** Bundles count what there is, shares add up, and nothing is delivered in part. */
  async expectSound(): Promise<void> {
    const bundles = await this.rows(`
      SELECT b.id, b.sold_count, b.held_count FROM ext_bundles.bundles b WHERE
        b.sold_count <> (SELECT count(*) FROM ext_bundles.purchases
          WHERE bundle_id = b.id AND source = 'purchase' AND status = 'completed')
        OR b.held_count <> (SELECT count(*) FROM ext_bundles.purchases WHERE bundle_id = b.id AND status = 'pending')`);
    const purchases = await this.rows(`
      SELECT p.id, p.status FROM ext_bundles.purchases p WHERE
        p.amount_minor <> (SELECT coalesce(sum(allocated_minor), 0) FROM ext_bundles.purchase_items
          WHERE purchase_id = p.id)
        OR EXISTS (SELECT FROM ext_bundles.purchase_items i WHERE i.purchase_id = p.id AND i.state <> 'owned'
          AND i.state <> CASE p.status WHEN 'completed' THEN 'granted'
            WHEN 'refunded' THEN CASE WHEN p.completed_at IS NULL THEN 'included' ELSE 'revoked' END
            ELSE 'included' END)`);
    expect({ bundles, purchases }).toEqual({ bundles: [], purchases: [] });
    expect(await this.shop.ledgerProblems()).toEqual([]);
  }
}
