import { Injectable } from '@nestjs/common';
import { SellerProducts, type ShelvedProduct } from '../../src/payments/extension-points.js';
import type { Slice } from '../../src/platform/database/page.js';
import { UNKNOWN } from '../social/people.js';
import { FixtureService } from '../support/fixture-service.js';

const SELLER = { id: '0190a0a0-0000-7000-8000-00000000000a', username: 'seller' };
const idOf = (n: number) => `0190a0a0-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** What the app that keeps products will be to the rest: a shelf of its own. */
@Injectable()
class Shelf extends SellerProducts {
  products: ShelvedProduct[] = [];

  list({ after, fetch }: Slice): Promise<ShelvedProduct[]> {
    const from = after ? this.products.findIndex(({ id }) => id === after[1]) + 1 : 0;
    return Promise.resolve(this.products.slice(from, from + fetch));
  }

  remove(id: string): Promise<boolean> {
    const before = this.products.length;
    this.products = this.products.filter((product) => product.id !== id);
    return Promise.resolve(this.products.length < before);
  }

  countOf(): Promise<number> {
    return Promise.resolve(this.products.length);
  }
}

const PRODUCTS = '/v1/admin/products';
const NONE = { error: 'Product not found' };

describe('with the app that keeps products', () => {
  let service: FixtureService;
  let headers: { authorization: string };
  beforeAll(async () => {
    service = await FixtureService.start({ providers: [Shelf] });
    headers = await service.bearer('admin');
    service.app.get(Shelf).products = Array.from({ length: 120 }, (_, n) => ({
      id: idOf(200 - n),
      title: `Product ${n}`,
      price: 9.99,
      status: 'published',
      created_at: new Date(Date.UTC(2030, 1, 1) - n * 60_000),
      seller: SELLER,
    }));
  });
  afterAll(() => service.stop());

  it('lists fifty at a time, newest first, whatever limit is asked for', async () => {
    const { body } = await service.ask(`${PRODUCTS}?limit=5`, { headers });
    expect(body.products).toHaveLength(50);
    expect(body.products[0]).toEqual({
      id: idOf(200),
      title: 'Product 0',
      price: 9.99,
      status: 'published',
      created_at: '2030-02-01T00:00:00.000Z',
      seller: SELLER,
    });
    const next = await service.ask(`${PRODUCTS}?cursor=${body.next_cursor}`, { headers });
    const last = await service.ask(`${PRODUCTS}?cursor=${next.body.next_cursor}`, { headers });
    expect([last.body.products.length, last.body.next_cursor]).toEqual([20, null]);
  });

  it('removes one, once, and writes it down', async () => {
    const remove = (id: string) => service.ask(`${PRODUCTS}/${id}`, { method: 'DELETE', headers });
    const { status, body } = await remove(idOf(200));
    expect([status, body]).toEqual([200, { message: 'Product removed' }]);
    for (const id of [idOf(200), UNKNOWN, 'none']) expect(await remove(id)).toMatchObject({ status: 404, body: NONE });
    const { rows } = await service.database.query(
      `SELECT data FROM events.domain_events WHERE staff AND type = 'admin.product_removed'`,
    );
    expect(rows).toEqual([{ data: { product_id: idOf(200) } }]);
  });

  it('counts them for the dashboard of a seller', async () => {
    const { body } = await service.ask('/v1/business/dashboard', { headers });
    expect(body.stats.total_products).toBe(119);
  });
});
