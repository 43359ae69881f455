import '../../../src/apps/events/events.app.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { Hall, inDays } from './hall.js';

let hall: Hall;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  hall = await Hall.start();
  ann = await hall.seller();
});
beforeEach(async () => {
  bob = await hall.person();
});
afterEach(() => hall.expectSound());
afterAll(() => hall.stop());

describe('a free booking', () => {
  it('takes seats at once, and both sides are told', async () => {
    const { event, type } = await hall.event(ann);
    const { order, tickets } = await hall.book(bob, type, 2);
    expect(order).toMatchObject({ status: 'confirmed', total: 0, payment_id: null, hold_expires_at: null });
    expect(tickets).toHaveLength(2);
    expect(tickets[0]).toMatchObject({
      status: 'valid',
      owner_id: bob.id,
      code: expect.stringMatching(/^[0-9A-Z]{16}$/),
    });
    expect([await hall.seats(event), await hall.seats(type, 'ticket_types')]).toEqual([
      [2, 0],
      [2, 0],
    ]);
    expect(await hall.told(bob)).toEqual(['booked']);
    expect(await hall.told(ann)).toContain('new_order');
  });

  it('of the last seat goes to one of twenty', async () => {
    const { event, type } = await hall.event(ann, { capacity: 1 });
    const people = await hall.people(20);
    const answers = await atOnce(20, (n) => hall.call(people[n] as Account, 'book-tickets', hall.wish(type)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Not enough tickets left' }]);
    expect(await hall.seats(event)).toEqual([1, 0]);
  });

  it('with the same request key is one order, also at once', async () => {
    const { event, type } = await hall.event(ann);
    const wish = hall.wish(type, 2, { request_key: 'one' });
    const answers = await atOnce(20, () => hall.call(bob, 'book-tickets', wish));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await hall.seats(event)).toEqual([2, 0]);
  });

  it('is limited per buyer over all orders, also at once', async () => {
    const { event, type } = await hall.event(ann, { max_per_buyer: 3 });
    const answers = await atOnce(20, () => hall.call(bob, 'book-tickets', hall.wish(type)));
    expect(tally(answers)).toEqual({ 200: 3, 409: 17 });
    expect(refusals(answers)).toEqual([{ error: 'Ticket limit per buyer reached' }]);
    const limited = await hall.type(ann, event, { name: 'Front', max_per_buyer: 1 });
    const eve = await hall.person();
    await hall.expectRefused(eve, 'book-tickets', hall.wish(limited, 2), 409, 'Ticket limit per buyer reached');
    await hall.book(eve, limited);
    await hall.expectRefused(eve, 'book-tickets', hall.wish(limited), 409, 'Ticket limit per buyer reached');
  });

  it('obeys the quantity of a type and the capacity of the event', async () => {
    const { event, type } = await hall.event(ann, { capacity: 3 }, { quantity: 2 });
    const other = await hall.type(ann, event, { name: 'Balcony' });
    await hall.expectRefused(bob, 'book-tickets', hall.wish(type, 3), 409, 'Not enough tickets left');
    await hall.book(bob, type, 2);
    await hall.expectRefused(bob, 'book-tickets', hall.wish(type), 409, 'Not enough tickets left');
    await hall.expectRefused(bob, 'book-tickets', hall.wish(other, 2), 409, 'Not enough tickets left');
    await hall.book(bob, other);
    const { event: shown, ticket_types } = await hall.ask(hall.nobody(), 'get-event', { slug: event.slug });
    expect(shown).not.toHaveProperty('sold');
    expect(ticket_types.map(({ sale_state, remaining }: any) => [sale_state, remaining])).toEqual([
      ['sold_out', 0],
      ['sold_out', 0],
    ]);
  });

  it('is refused where the event or the type is not on sale', async () => {
    const draft = await hall.draft(ann);
    const type = await hall.type(ann, draft);
    await hall.expectRefused(bob, 'book-tickets', hall.wish(type), 404, 'Event not found');
    await hall.expectRefused(ann, 'book-tickets', hall.wish(type), 409, 'Event is not open for booking');
    await hall.ask(ann, 'publish-event', { event_id: draft.id });
    await hall.type(ann, draft, { ticket_type_id: type.id, sales_start_at: inDays(1) });
    await hall.expectRefused(bob, 'book-tickets', hall.wish(type), 409, 'Ticket type is not on sale');
    await hall.type(ann, draft, { ticket_type_id: type.id, sales_start_at: null, status: 'archived' });
    await hall.expectRefused(bob, 'book-tickets', hall.wish(type), 409, 'Ticket type is not on sale');
    await hall.type(ann, draft, { ticket_type_id: type.id, status: 'active' });
    await hall.startsIn(draft, -1);
    await hall.expectRefused(bob, 'book-tickets', hall.wish(type), 409, 'Ticket type is not on sale');
    await hall.type(ann, draft, { ticket_type_id: type.id, sales_end_at: inDays(5) });
    await hall.book(bob, type);
    await hall.startsIn(draft, -30);
    await hall.expectRefused(bob, 'book-tickets', hall.wish(type), 409, 'Event is not open for booking');
    const foreign = { ...type, event_id: (await hall.event(ann)).event.id };
    await hall.expectRefused(bob, 'book-tickets', hall.wish(foreign), 404, 'Ticket type not found');
  });

  it('has one attendee for each seat, who answers what has to be answered', async () => {
    const questions = [
      { key: 'diet', label: 'What do you eat?', type: 'choice', options: ['all', 'vegan'], required: true },
      { key: 'note', label: 'Anything else?', type: 'text', required: false },
    ];
    const { type } = await hall.event(ann, { questions });
    const wish = (attendees: object[]) => ({
      event_id: type.event_id,
      items: [{ ticket_type_id: type.id, quantity: 2, attendees }],
    });
    const bo = { name: 'Bo', email: 'bo@example.com', answers: { diet: 'vegan' } };
    await hall.expectRefused(bob, 'book-tickets', wish([bo]), 400, 'One attendee per seat');
    await hall.expectRefused(bob, 'book-tickets', wish([bo, { name: 'Al' }]), 400, 'Answer required: What do you eat?');
    await hall.expectRefused(bob, 'book-tickets', wish([]), 400, 'Answer required: What do you eat?');
    const wrong = { ...bo, answers: { diet: 'meat' } };
    await hall.expectRefused(bob, 'book-tickets', wish([bo, wrong]), 400, 'Validation error');
    const { tickets } = await hall.ask(bob, 'book-tickets', wish([bo, { ...bo, name: 'Al' }]));
    expect(tickets.map(({ attendee_name, answers }: any) => [attendee_name, answers])).toEqual([
      ['Bo', { diet: 'vegan' }],
      ['Al', { diet: 'vegan' }],
    ]);
  });
});

describe('a promo code', () => {
  it('is used for the last time by one of twenty', async () => {
    const { event, type } = await hall.event(ann, {}, { price: 10 });
    const code = { event_id: event.id, code: 'free', percent_off: 100, max_uses: 1 };
    expect((await hall.ask(ann, 'save-promo-code', code)).promo_code).toMatchObject({ code: 'FREE', used: 0 });
    const people = await hall.people(20);
    const wish = hall.wish(type, 1, { promo_code: 'Free' });
    const answers = await atOnce(20, (n) => hall.call(people[n] as Account, 'book-tickets', wish));
    expect(tally(answers)).toEqual({ 200: 1, 400: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Promo code is not valid' }]);
    expect(await hall.seats(event)).toEqual([1, 0]);
  });

  it('takes off each ticket of its types', async () => {
    const { event, type } = await hall.event(ann, {}, { price: 10.05 });
    const other = await hall.type(ann, event, { name: 'Other', price: 20 });
    const code = { event_id: event.id, code: 'EARLY', percent_off: 10, ticket_type_ids: [type.id] };
    await hall.ask(ann, 'save-promo-code', code);
    const items = [type, other].map(({ id }) => ({ ticket_type_id: id, quantity: 2 }));
    const { order } = await hall.ask(bob, 'book-tickets', { event_id: event.id, items, promo_code: 'EARLY', ...PAGES });
    // 10 percent of 10.05 is 1.005, rounded half up to 1.01.
    expect(order).toMatchObject({ subtotal: 60.1, discount: 2.02, total: 58.08, status: 'pending' });
    const only = hall.wish(other, 1, { promo_code: 'EARLY' });
    await hall.expectRefused(bob, 'book-tickets', only, 400, 'Promo code is not valid');
    await hall.ask(ann, 'save-promo-code', { event_id: event.id, code: 'early', status: 'disabled' });
    const again = hall.wish(type, 1, { promo_code: 'EARLY' });
    await hall.expectRefused(bob, 'book-tickets', again, 400, 'Promo code is not valid');
  });
});
