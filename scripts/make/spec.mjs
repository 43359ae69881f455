/** The test of a new app, which passes. */
export const specFile = (app) => `${app.payments ? paidHead(app) : freeHead(app)}
const call = ({ client }: Account, action: string, body?: object) => client.post(\`/v1/apps/${app.slug}/\${action}\`, body);

it('makes items, with the title that is set where none is given', async () => {
  const { body } = await call(ann, 'create-item', { title: 'First', ${app.paid('price: 12.5')} }).expect(200);
  expect(body.item).toEqual({
    id: expect.any(String),
    title: 'First',
    $ price: 12.5,
    created_at: expect.any(String),
  });
  await call(ann, 'update-settings', { default_title: 'Nameless' }).expect(200);
  const second = await call(ann, 'create-item', { ${app.paid('price: 1')} }).expect(200);
  expect(second.body.item.title).toBe('Nameless');
  await call(ann, 'stats').expect(200, { stats: { items: 2 } });
});
${app.paid(PAYING)}`;

const freeHead = ({ slug }) => `
import { type Account, TestService } from '../../support/service.js';

let service: TestService;
let ann: Account;
beforeAll(async () => {
  service = await TestService.lease();
  ann = await service.account();
  await ann.client.post('/v1/apps/install', { slug: '${slug}' }).expect(200);
});
afterAll(() => service.stop());
`;

const paidHead = ({ slug }) => `
import { Shop } from '../../payments/shop.js';
import type { Account } from '../../support/service.js';

let shop: Shop;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  shop = await Shop.start();
  [ann, bob] = await Promise.all([shop.seller(), shop.account()]);
  for (const { client } of [ann, bob]) await client.post('/v1/apps/install', { slug: '${slug}' }).expect(200);
});
afterAll(() => shop.stop());
`;

const PAYING = `
it('is paid for at the processor, and not by whoever sells it', async () => {
  const { body } = await call(ann, 'create-item', { title: 'For sale', price: 12.5 }).expect(200);
  const pages = { success_url: 'http://shop.example/thanks', cancel_url: 'http://shop.example/back' };
  const buying = { item_id: body.item.id, ...pages };
  await call(ann, 'buy-item', buying).expect(400, { error: 'Cannot buy from yourself' });
  const bought = (await call(bob, 'buy-item', buying).expect(200)).body;
  await shop.processor.pay(bought.checkout_url);
  await shop.completed(bought.checkout_url);
  const { orders } = (await call(bob, 'export').expect(200)).body.export;
  expect(orders).toEqual([
    expect.objectContaining({ id: bought.order_id, status: 'paid', total_minor: 1250 }),
  ]);
});
`;
