import '../../../src/apps/events/events.app.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Hall, inDays } from './hall.js';

let hall: Hall;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  hall = await Hall.start();
});
beforeEach(async () => {
  ann = await hall.person();
  bob = await hall.person();
});
afterEach(() => hall.expectSound());
afterAll(() => hall.stop());

const expectRefused = (action: string, input: object, status: number, error: string) =>
  hall.expectRefused(ann, action, input, status, error);

describe('a draft', () => {
  it('gets a slug of its title, also when it is taken', async () => {
    const title = `Fête d'été ${ann.id}`;
    const made: any[] = await atOnce(5, () => hall.draft(ann, { title }));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(5);
    expect(made.map(({ slug }) => slug.startsWith('fete-d-ete-'))).toEqual(Array(5).fill(true));
    const [first, second] = made;
    const times = { starts_at: inDays(1), ends_at: inDays(2), timezone: 'UTC' };
    await expectRefused('create-event', { title, ...times, slug: first.slug }, 409, 'Slug already taken');
    await expectRefused('update-event', { event_id: second.id, slug: first.slug }, 409, 'Slug already taken');
  });

  it('takes a slug that others want at the same moment, or is refused', async () => {
    const drafts = await Promise.all(Array.from({ length: 10 }, () => hall.draft(ann)));
    const slug = `wanted-${ann.id}`;
    const answers = await atOnce(10, (n) => hall.call(ann, 'update-event', { event_id: drafts[n].id, slug }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
    expect(refusals(answers)).toEqual([{ error: 'Slug already taken' }]);
  });

  it('has the defaults of the settings, and times and a zone that are possible', async () => {
    await hall.ask(ann, 'update-settings', { default_currency: 'eur', cancel_until_hours: null });
    expect(await hall.draft(ann)).toMatchObject({
      status: 'draft',
      format: 'in_person',
      visibility: 'public',
      currency: 'eur',
      cancel_until_hours: null,
      max_per_buyer: 10,
    });
    const times = { starts_at: inDays(2), ends_at: inDays(1), timezone: 'UTC' };
    await expectRefused('create-event', { title: 'A', ...times }, 400, 'Event must end after it starts');
    const { details, error } = (
      await hall.call(ann, 'create-event', { title: 'A', ...times, ends_at: inDays(3), timezone: 'Mars/Base' })
    ).body;
    expect(details?.[0]?.message ?? error).toBe('Unknown time zone');
  });

  it('is there for its door alone, and is published when it is complete', async () => {
    const draft = await hall.draft(ann, { venue_name: null, address: null });
    const event_id = draft.id;
    await hall.expectRefused(bob, 'get-event', { event_id }, 404, 'Event not found');
    await hall.expectRefused(bob, 'list-attendees', { event_id }, 404, 'Event not found');
    await hall.expectRefused(bob, 'publish-event', { event_id }, 404, 'Event not found');
    await hall.ask(ann, 'update-event', { event_id, staff_ids: [bob.id] });
    await hall.expectRefused(bob, 'publish-event', { event_id }, 403, 'Forbidden');
    expect((await hall.ask(bob, 'get-event', { event_id })).event).toMatchObject({
      staff_ids: [bob.id],
      promo_codes: [],
    });
    await expectRefused('publish-event', { event_id }, 400, 'Add a ticket type before publishing');
    await hall.type(ann, draft);
    await expectRefused('publish-event', { event_id }, 400, 'A venue is required');
    await hall.ask(ann, 'update-event', { event_id, format: 'online' });
    await expectRefused('publish-event', { event_id }, 400, 'An online address is required');
    await hall.ask(ann, 'update-event', { event_id, online_url: 'https://meet.example/a' });
    await hall.startsIn(draft, -1);
    await expectRefused('publish-event', { event_id }, 400, 'Event has already started');
    await hall.startsIn(draft, 5);
    const published = await hall.ask(ann, 'publish-event', { event_id });
    expect(await hall.ask(ann, 'publish-event', { event_id })).toEqual(published);
    await hall.expectRefused(bob, 'publish-event', { event_id }, 403, 'Forbidden');
    await hall.expectRefused(hall.nobody(), 'get-event', {}, 400, 'Give event_id or slug');
  });
});

describe('a change', () => {
  it('of time or place is told to each holder once, and counts in calendars', async () => {
    const { event, type } = await hall.event(ann);
    await hall.book(bob, type, 3);
    const event_id = event.id;
    await hall.ask(ann, 'update-event', { event_id, title: 'Another title' });
    expect([(await hall.row('events', event)).calendar_sequence, await hall.told(bob)]).toEqual([0, ['booked']]);
    await hall.rows(`UPDATE ext_events.events SET reminded_hours = '{24}' WHERE id = $1`, event_id);
    await hall.ask(ann, 'update-event', { event_id, venue_name: 'The barn', starts_at: inDays(9) });
    expect(await hall.row('events', event)).toMatchObject({ calendar_sequence: 1, reminded_hours: [] });
    expect(await hall.told(bob)).toEqual(['booked', 'updated']);
    const [{ data }] = await hall.rows(
      `SELECT data FROM notifications.notifications WHERE type = 'events.updated' AND user_id = $1`,
      bob.id,
    );
    expect(data.changed.venue_name).toEqual({ old: 'The hall', new: 'The barn' });
    expect(Object.keys(data.changed).toSorted()).toEqual(['starts_at', 'venue_name']);
  });

  it('is refused where it breaks what was sold, or comes too late', async () => {
    const { event, type } = await hall.event(ann, { capacity: 5 });
    await hall.book(bob, type, 3);
    const event_id = event.id;
    await expectRefused(
      'update-event',
      { event_id, capacity: 2 },
      409,
      'Capacity is below tickets already sold or held',
    );
    await expectRefused('update-event', { event_id, currency: 'eur' }, 409, 'Currency cannot change once orders exist');
    const of = { event_id, ticket_type_id: type.id };
    await expectRefused(
      'save-ticket-type',
      { ...of, quantity: 2 },
      409,
      'Quantity is below tickets already sold or held',
    );
    await hall.startsIn(event, -48);
    await expectRefused('update-event', { event_id, title: 'A' }, 409, 'Event has ended');
    await expectRefused('cancel-event', { event_id }, 409, 'Event has ended');
  });

  it('of the currency keeps what prices say', async () => {
    const draft = await hall.draft(ann);
    await hall.type(ann, draft, { price: 100 });
    await hall.ask(ann, 'update-event', { event_id: draft.id, currency: 'jpy' });
    const { ticket_types } = await hall.ask(ann, 'get-event', { event_id: draft.id });
    expect(ticket_types).toMatchObject([{ price: 100, currency: 'jpy' }]);
  });
});

describe('ticket types and codes', () => {
  it('have names, times and limits', async () => {
    const { event, type } = await hall.event(ann);
    const event_id = event.id;
    await expectRefused('save-ticket-type', { event_id, name: 'SEAT' }, 409, 'A ticket type with this name exists');
    await expectRefused(
      'save-ticket-type',
      { event_id, ticket_type_id: event_id, name: 'A' },
      404,
      'Ticket type not found',
    );
    await expectRefused('save-ticket-type', { event_id }, 400, 'Validation error');
    const sale = { sales_start_at: inDays(2), sales_end_at: inDays(1) };
    await expectRefused('save-ticket-type', { event_id, name: 'A', ...sale }, 400, 'Sales must end after they start');
    for (let n = 1; n < 40; n++) await hall.type(ann, event, { name: `Type ${n}` });
    const answers = await atOnce(20, (n) => hall.call(ann, 'save-ticket-type', { event_id, name: `New ${n}` }));
    expect(tally(answers)).toEqual({ 200: 10, 400: 10 });
    expect((await hall.type(ann, event, { ticket_type_id: type.id, name: 'seat' })).name).toBe('seat');
  });

  it('take off either a percentage or an amount', async () => {
    const { event } = await hall.event(ann);
    const event_id = event.id;
    const either = 'Give either percent_off or amount_off';
    await expectRefused('save-promo-code', { event_id, code: 'ABC' }, 400, either);
    await expectRefused('save-promo-code', { event_id, code: 'ABC', percent_off: 5, amount_off: 5 }, 400, either);
    const foreign = { event_id, code: 'ABC', percent_off: 5, ticket_type_ids: [event_id] };
    await expectRefused('save-promo-code', foreign, 404, 'Ticket type not found');
    await hall.ask(ann, 'save-promo-code', { event_id, code: 'abc', percent_off: 5, max_uses: 9 });
    await hall.rows('UPDATE ext_events.promo_codes SET used = 3 WHERE event_id = $1', event_id);
    await expectRefused(
      'save-promo-code',
      { event_id, code: 'ABC', max_uses: 2 },
      409,
      'Max uses is below uses already made',
    );
    await hall.rows('UPDATE ext_events.promo_codes SET used = 0 WHERE event_id = $1', event_id);
    const { promo_code } = await hall.ask(ann, 'save-promo-code', { event_id, code: 'Abc', amount_off: 5 });
    expect(promo_code).toMatchObject({ code: 'ABC', amount_off: 5, percent_off: null, max_uses: 9 });
  });
});

describe('a cancelled event', () => {
  it('has no tickets, and owes what was paid for them', async () => {
    await hall.shop.onboard(ann);
    const { event, type } = await hall.event(ann, { capacity: 4 }, { price: 10 });
    const eve = await hall.person();
    const [bought, held] = [await hall.bought(bob, type, 3), await hall.book(eve, type)];
    const dan = await hall.person();
    await hall.ask(dan, 'join-waitlist', { event_id: event.id, ticket_type_id: type.id });
    const input = { event_id: event.id, reason: 'Rain' };
    const answers = await atOnce(5, () => hall.call(ann, 'cancel-event', input));
    expect(answers.map(({ body }) => body.tickets_cancelled).toSorted()).toEqual([0, 0, 0, 0, 4]);
    expect(answers.map(({ body }) => body.refunds_due)).toEqual([1, 1, 1, 1, 1]);
    expect(await hall.order(bought)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'organizer',
      refund_due_minor: 3000,
    });
    expect(await hall.order(held)).toMatchObject({ status: 'expired', refund_due_minor: 0 });
    expect([await hall.told(bob), await hall.told(eve)]).toEqual([['booked', 'cancelled'], ['cancelled']]);
    expect(await hall.seats(event)).toEqual([0, 0]);
    expect(
      (await hall.rows('SELECT status FROM ext_events.waitlist_entries WHERE owner_id = $1', dan.id))[0].status,
    ).toBe('expired');
    const event_id = event.id;
    await expectRefused('update-event', { event_id, title: 'A' }, 409, 'Event is cancelled');
    await expectRefused('publish-event', { event_id }, 409, 'Event is cancelled');
    await expectRefused('save-ticket-type', { event_id, name: 'A' }, 409, 'Event is cancelled');
    await hall.expectRefused(bob, 'book-tickets', hall.wish(type), 409, 'Event is not open for booking');
    await expectRefused('message-attendees', { event_id, title: 'A', body: 'B' }, 409, 'Event is not published');
    await expectRefused('check-in-ticket', { event_id, code: 'A' }, 409, 'Event is cancelled');
  });
});

it('events are listed soonest first, or newest first to those who run them', async () => {
  const late = await hall.event(ann, { title: 'Late 100%', starts_at: inDays(20), ends_at: inDays(21) }, { price: 9 });
  const soon = await hall.event(ann, { title: 'Soon', format: 'online', online_url: 'https://meet.example/a' });
  await hall.event(ann, { visibility: 'unlisted' });
  const draft = await hall.draft(ann);
  const titles = async (who: any, input: object = {}) =>
    (await hall.ask(who, 'list-events', { owner_id: ann.id, ...input })).events.map(({ title }: any) => title);
  expect(await titles(hall.nobody())).toEqual(['Soon', 'Late 100%']);
  expect(await titles(hall.nobody(), { q: '100%' })).toEqual(['Late 100%']);
  expect([await titles(bob, { free: true }), await titles(bob, { free: false })]).toEqual([['Soon'], ['Late 100%']]);
  expect(await titles(bob, { format: 'online' })).toEqual(['Soon']);
  expect(await titles(bob, { from: inDays(19).slice(0, 10) })).toEqual(['Late 100%']);
  const { events } = await hall.ask(bob, 'list-events', { owner_id: ann.id, limit: 1 });
  expect(events).toMatchObject([{ from_price: 0, sold_out: false, id: soon.event.id }]);
  await hall.startsIn(soon.event, -48);
  expect(await titles(bob)).toEqual(['Late 100%']);
  await hall.expectRefused(hall.nobody(), 'list-events', { mine: true }, 401, 'Not authenticated');
  await hall.ask(ann, 'update-event', { event_id: late.event.id, staff_ids: [bob.id] });
  expect(await titles(bob, { mine: true })).toEqual(['Late 100%']);
  const drafts = await hall.ask(ann, 'list-events', { mine: true, status: 'draft' });
  expect(drafts.events.map(({ id }: any) => id)).toEqual([draft.id]);
});

it('an event in a list is sold out when no seat is left, whether it has begun or not', async () => {
  const [one, draft] = [await hall.event(ann, {}, { quantity: 1 }), await hall.draft(ann)];
  const shown = async () => {
    const { events } = await hall.ask(ann, 'list-events', { mine: true });
    return new Map(events.map(({ id, owner_id, sold_out }: any) => [id, [owner_id, sold_out]]));
  };
  await hall.startsIn(one.event, -1);
  const before = await shown();
  expect([before.get(one.event.id), before.get(draft.id)]).toEqual([
    [ann.id, false],
    [ann.id, false],
  ]);
  await hall.startsIn(one.event, 1);
  await hall.book(await hall.person(), one.type);
  expect((await shown()).get(one.event.id)).toEqual([ann.id, true]);
});
