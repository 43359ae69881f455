import type { Account } from '../support/service.js';
import { Shop } from './shop.js';

let shop: Shop;
let buyer: Account;
let seller: Account;
beforeAll(async () => {
  shop = await Shop.start();
  [buyer, seller] = [await shop.account(), await shop.seller()];
});
afterAll(() => shop.stop());

describe('a checkout takes', () => {
  it("the seller's id in capitals, and other people's letters", async () => {
    const description = 'Ein Buch für 小明 👩‍👩‍👧 "‏كتاب"';
    const link = await shop.askToBuy(buyer, { id: seller.id.toUpperCase() }, { description });
    expect(await shop.paymentOf(link)).toMatchObject({ seller_id: seller.id, description });
  });

  it('texts as long as they may be', async () => {
    const texts = {
      description: '😀'.repeat(250),
      reference_id: 'r'.repeat(200),
      reference_type: 't'.repeat(100),
    };
    await shop.checkout(buyer, seller, texts).expect(200);
  });

  it('nothing from the body but its fields', async () => {
    const more = { fee: 0, buyer_id: seller.id, status: 'completed', metadata: { type: 'wallet_deposit' } };
    const payment = await shop.paymentOf(await shop.askToBuy(buyer, seller, more));
    expect(payment).toMatchObject({ fee: '200', buyer_id: buyer.id, status: 'pending' });
    expect(payment.metadata).not.toHaveProperty('type');
  });
});
