import '../../../src/apps/events/events.app.js';
import { RecountSeatsJob } from '../../../src/apps/events/jobs/recount-seats.job.js';
import { SendRemindersJob } from '../../../src/apps/events/jobs/send-reminders.job.js';
import type { Account } from '../../support/service.js';
import { Hall } from './hall.js';

let hall: Hall;
let ann: Account;
let bob: Account;
let event: any;
let type: any;
beforeAll(async () => {
  hall = await Hall.start();
});
beforeEach(async () => {
  ann = await hall.seller();
  bob = await hall.person();
  ({ event, type } = await hall.event(ann, { online_url: 'https://meet.example/a', capacity: 4 }, { price: 20 }));
  await hall.rows(`UPDATE ext_events.events SET published_at = now() - interval '9 days' WHERE id = $1`, event.id);
});
afterEach(() => hall.expectSound());
afterAll(() => hall.stop());

describe('reminders', () => {
  const remind = async () => {
    await Promise.all([hall.run(SendRemindersJob), hall.run(SendRemindersJob)]);
    return (await hall.told(bob)).filter((what) => what === 'reminder').length;
  };

  it('are sent once at each mark, and again for a start that moved', async () => {
    await hall.bought(bob, type, 2);
    expect(await remind()).toBe(0);
    await hall.startsIn(event, 23);
    expect([await remind(), await remind()]).toEqual([1, 1]);
    await hall.startsIn(event, 0.5);
    expect([await remind(), await remind()]).toEqual([2, 2]);
    await hall.ask(ann, 'update-event', {
      event_id: event.id,
      starts_at: new Date(Date.now() + 20 * 3_600_000).toISOString(),
    });
    expect([await remind(), await remind()]).toEqual([3, 3]);
  });

  it('of marks that came together are one, and marks before the publication none', async () => {
    await hall.bought(bob, type);
    await hall.startsIn(event, 0.5);
    expect(await remind()).toBe(1);
    expect((await hall.row('events', event)).reminded_hours.toSorted()).toEqual([1, 24]);
    const late = await hall.event(ann);
    await hall.book(bob, late.type);
    await hall.startsIn(late.event, 5);
    expect(await remind()).toBe(1);
  });
});

it('counts that differ from the tickets are corrected at night', async () => {
  await hall.bought(bob, type, 2);
  await hall.rows('UPDATE ext_events.events SET sold = 1, held = 2 WHERE id = $1', event.id);
  await hall.rows('UPDATE ext_events.ticket_types SET sold = 0 WHERE id = $1', type.id);
  await hall.run(RecountSeatsJob);
  await hall.run(RecountSeatsJob);
  expect([await hall.seats(event), await hall.seats(type, 'ticket_types')]).toEqual([
    [2, 0],
    [2, 0],
  ]);
});

it('the figures are those of the own events', async () => {
  const { order } = await hall.bought(bob, type, 2);
  const eve = await hall.person();
  await hall.bought(eve, type, 2);
  await hall.ask(eve, 'join-waitlist', { event_id: event.id, ticket_type_id: type.id });
  const [one] = await hall.mine(eve);
  await hall.ask(ann, 'check-in-ticket', { event_id: event.id, ticket_id: one.id });
  await hall.rows('UPDATE ext_events.events SET waitlist_enabled = false WHERE id = $1', event.id);
  await hall.ask(ann, 'cancel-order', { order_id: order.id, ticket_ids: [(await hall.mine(bob))[0].id] });
  await hall.rows('UPDATE ext_events.events SET published_at = now() WHERE id = $1', event.id);
  const { stats } = await hall.ask(ann, 'stats');
  expect(stats).toMatchObject({
    events_published: 1,
    events_upcoming: 1,
    tickets_sold: 3,
    tickets_checked_in: 1,
    check_in_rate: null,
    orders_confirmed: 2,
    revenue: { usd: { gross: 80, refunded: 0, net: 80 } },
    refunds_due: { usd: 20 },
  });
  await hall.startsIn(event, -0.001);
  expect((await hall.ask(ann, 'stats')).stats.check_in_rate).toBe(0.3333);
  expect((await hall.ask(bob, 'stats')).stats).toMatchObject({ orders_confirmed: 0, revenue: {}, refunds_due: {} });
});

it('the export has an organiser’s events and a buyer’s tickets, without keys of others', async () => {
  await hall.book(bob, type, 1, { request_key: 'secret-key' });
  const theirs = JSON.stringify((await hall.ask(ann, 'export')).export);
  expect([theirs.includes(event.id), theirs.includes('secret-key')]).toEqual([true, false]);
  const own = JSON.stringify((await hall.ask(bob, 'export')).export);
  expect([own.includes('secret-key'), own.includes('https://meet.example/a')]).toEqual([true, false]);
});

describe('public files', () => {
  const text = async (path: string) => (await hall.open(path)).text();

  it('of an event never have its online address, and say that it is cancelled', async () => {
    const path = `events/${event.id}.ics`;
    expect(await text(path)).toMatch(new RegExp(`UID:${event.id}\r\n[^]*SEQUENCE:0\r\nSTATUS:CONFIRMED`));
    expect(await text(path)).not.toContain('meet.example');
    const draft = await hall.draft(ann);
    for (const id of [draft.id, ann.id, 'x']) expect((await hall.open(`events/${id}.ics`)).status).toBe(404);
    const feed = `organizers/${ann.id}.ics`;
    expect(await text(feed)).toContain(`UID:${event.id}`);
    expect(await text(feed)).not.toContain(draft.id);
    await hall.ask(ann, 'cancel-event', { event_id: event.id });
    expect(await text(path)).toMatch(/SEQUENCE:1\r\nSTATUS:CANCELLED/);
    expect(await text(feed)).not.toContain(event.id);
  });

  it('of a ticket are for who has its code, while it is valid', async () => {
    const { order } = await hall.bought(bob, type);
    const [before] = await hall.mine(bob);
    const eve = await hall.person();
    await hall.ask(bob, 'transfer-ticket', { ticket_id: before.id, to_user_id: eve.id });
    expect((await hall.open(before.qr_url)).status).toBe(404);
    const [ticket] = await hall.mine(eve);
    const qr = await hall.open(ticket.qr_url);
    expect([qr.status, qr.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(qr.headers.get('content-type')).toContain('image/svg+xml');
    expect(await text(ticket.ics_url)).toContain('URL:https://meet.example/a');
    await hall.ask(ann, 'cancel-order', { order_id: order.id });
    expect([(await hall.open(ticket.qr_url)).status, (await hall.open(ticket.ics_url)).status]).toEqual([404, 404]);
    // What other processes have counted counts, too.
    await hall.rows(`UPDATE platform.limits SET points = 28 WHERE key LIKE 'events:tickets:%'`);
    expect([(await hall.open(ticket.qr_url)).status, (await hall.open(ticket.qr_url)).status]).toEqual([404, 404]);
    expect((await hall.open(ticket.qr_url)).status).toBe(429);
    // The limit counts for the address of all tests: no other spec opens tickets.
    await hall.rows(`DELETE FROM platform.limits WHERE key LIKE 'events:tickets:%'`);
    const many = await Promise.all(Array.from({ length: 31 }, () => hall.open(ticket.qr_url)));
    expect(many.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
