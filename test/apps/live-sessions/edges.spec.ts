import type { Account } from '../../support/service.js';
import { at, PAGES, Studio } from './studio.js';

let studio: Studio;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  studio = await Studio.start();
});
beforeEach(async () => {
  [ann, bob] = [await studio.seller(), await studio.person()];
});
afterEach(() => studio.expectSound());
afterAll(() => studio.stop());

describe('a booking that is to be paid', () => {
  it('is refused for its missing pages before its time is looked at', async () => {
    const offering = await studio.offering(ann, { price: 20 });
    const wanted = { offering_id: offering.id, starts_at: at(3, '03:00') };
    const missing = 'success_url and cancel_url are required';
    await studio.expectRefused(bob, 'book-session', { ...wanted, success_url: PAGES.success_url }, 400, missing);
    await studio.expectRefused(bob, 'book-session', { ...wanted, ...PAGES }, 409, 'That time is not available');
  });
});
