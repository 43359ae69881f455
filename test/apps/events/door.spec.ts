import '../../../src/apps/events/events.app.js';
import { SendAnnouncementJob } from '../../../src/apps/events/announcements/send-announcement.job.js';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Hall } from './hall.js';

let hall: Hall;
let ann: Account;
let bob: Account;
let staff: Account;
let event: any;
let type: any;
beforeAll(async () => {
  hall = await Hall.start();
});
beforeEach(async () => {
  [ann, bob, staff] = (await hall.people(3)) as [Account, Account, Account];
  ({ event, type } = await hall.event(ann));
  await hall.ask(ann, 'update-event', { event_id: event.id, staff_ids: [staff.id] });
});
afterEach(() => hall.expectSound());
afterAll(() => hall.stop());

const scan = (who: Account, input: object) => hall.ask(who, 'check-in-ticket', { event_id: event.id, ...input });
const HOUR = 3_600_000;

describe('a scan', () => {
  it('lets a ticket in once, also at two doors at once', async () => {
    const { tickets } = await hall.book(bob, type);
    const { code, id } = tickets[0];
    const answers = await atOnce(20, (n) => scan(n % 2 ? ann : staff, { code, client_ref: `gate-${n}` }));
    const results = answers.map(({ result }: any) => result).toSorted();
    expect(results).toEqual(['accepted', ...Array(19).fill('already_checked_in')].toSorted());
    expect(new Set(answers.map(({ checked_in_at }: any) => checked_in_at)).size).toBe(1);
    expect(await scan(staff, { ticket_id: id })).toMatchObject({
      result: 'already_checked_in',
      ticket: { ticket_type: 'Seat' },
    });
  });

  it('that is sent again gets its first answer, also at once', async () => {
    const { tickets } = await hall.book(bob, type);
    const again = { code: tickets[0].code.toLowerCase(), client_ref: 'gate1-57' };
    const answers = await atOnce(20, () => scan(staff, again));
    expect(answers.map(({ result }: any) => result)).toEqual(Array(20).fill('accepted'));
    expect(await hall.rows('SELECT FROM ext_events.check_ins WHERE event_id = $1', event.id)).toHaveLength(1);
  });

  it('is undone, and the ticket lets in anew', async () => {
    const { tickets } = await hall.book(bob, type);
    const { code } = tickets[0];
    await scan(staff, { code });
    expect(await scan(ann, { code, undo: true })).toMatchObject({ result: 'undone', checked_in_at: null });
    expect((await scan(staff, { code })).result).toBe('accepted');
  });

  it('of what is not valid is an outcome, of what is unknown an error', async () => {
    const { tickets, order } = await hall.book(bob, type, 2);
    await hall.ask(bob, 'cancel-order', { order_id: order.id, ticket_ids: [tickets[0].id] });
    expect((await scan(staff, { code: tickets[0].code })).result).toBe('not_valid');
    const other = await hall.event(ann);
    const input = { event_id: other.event.id, code: tickets[1].code };
    await hall.expectRefused(ann, 'check-in-ticket', input, 404, 'Ticket not found');
    await hall.expectRefused(staff, 'check-in-ticket', input, 403, 'Forbidden');
    const unknown = { event_id: event.id, code: '0000000000000000' };
    await hall.expectRefused(staff, 'check-in-ticket', unknown, 404, 'Ticket not found');
    await hall.expectRefused(bob, 'check-in-ticket', unknown, 403, 'Forbidden');
    await hall.expectRefused(staff, 'check-in-ticket', { event_id: event.id }, 400, 'Give code or ticket_id');
  });

  it('happened at most 48 hours ago', async () => {
    const { tickets } = await hall.book(bob, type);
    const { code } = tickets[0];
    const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
    for (const hours of [-49, 1]) {
      const input = { event_id: event.id, code, scanned_at: at(hours) };
      await hall.expectRefused(staff, 'check-in-ticket', input, 400, 'Validation error');
    }
    const scanned_at = at(-47);
    expect(await scan(staff, { code, scanned_at })).toMatchObject({ result: 'accepted', checked_in_at: scanned_at });
  });
});

it('the attendees are found by name, address, state and code, which the staff does not see', async () => {
  const attendees = [{ name: 'Bo Berg', email: 'bo@example.com' }, { name: 'Al' }];
  const items = [{ ticket_type_id: type.id, quantity: 2, attendees }];
  const { tickets } = await hall.ask(bob, 'book-tickets', { event_id: event.id, items });
  const [bo, al] = tickets;
  await scan(staff, { code: bo.code });
  const names = async (who: Account, input: object) =>
    (await hall.ask(who, 'list-attendees', { event_id: event.id, ...input })).attendees.map(
      ({ attendee_name }: any) => attendee_name,
    );
  expect([await names(staff, { q: 'berg' }), await names(staff, { q: 'BO@EX' })]).toEqual([['Bo Berg'], ['Bo Berg']]);
  expect([await names(ann, { checked_in: false }), await names(ann, { checked_in: true })]).toEqual([
    ['Al'],
    ['Bo Berg'],
  ]);
  expect(await names(ann, { q: al.code.slice(0, 8) })).toEqual(['Al']);
  expect(await names(staff, { q: al.code.slice(0, 8) })).toEqual([]);
  expect(await names(ann, { status: 'cancelled' })).toEqual([]);
  expect(await names(ann, { ticket_type_id: event.id })).toEqual([]);
  const [row] = (await hall.ask(staff, 'list-attendees', { event_id: event.id, limit: 1 })).attendees;
  expect(row).not.toHaveProperty('code');
  expect(row.order).toMatchObject({ status: 'confirmed', total: 0, refund_due: 0 });
  await hall.expectRefused(bob, 'list-attendees', { event_id: event.id }, 403, 'Forbidden');
});

describe('a message', () => {
  it('goes to each holder once, by a job that may run twice', async () => {
    const eve = await hall.person();
    const { tickets } = await hall.book(bob, type, 3);
    await hall.book(eve, type);
    const other = await hall.type(ann, event, { name: 'Other' });
    const text = { event_id: event.id, title: 'Doors', body: 'Open at six' };
    expect(await hall.ask(ann, 'message-attendees', text)).toEqual({ recipients: 2 });
    await hall.service.jobsDone();
    const [{ id }] = await hall.rows('SELECT id FROM ext_events.announcements WHERE event_id = $1', event.id);
    await hall.service.app.get(SendAnnouncementJob, { strict: false }).run({ announcement_id: id });
    expect([await hall.told(bob), await hall.told(eve)]).toEqual([
      ['booked', 'message'],
      ['booked', 'message'],
    ]);
    for (const ticket of tickets) await scan(staff, { code: ticket.code });
    expect(await hall.ask(ann, 'message-attendees', { ...text, only_not_checked_in: true })).toEqual({ recipients: 1 });
    expect(await hall.ask(ann, 'message-attendees', { ...text, ticket_type_ids: [other.id] })).toEqual({
      recipients: 0,
    });
    const foreign = { ...text, ticket_type_ids: [event.id] };
    await hall.expectRefused(ann, 'message-attendees', foreign, 404, 'Ticket type not found');
  });

  it('is written five times in 24 hours, also at once', async () => {
    const text = { event_id: event.id, title: 'Doors', body: 'Open at six' };
    const answers = await atOnce(20, () => hall.call(ann, 'message-attendees', text));
    expect(tally(answers)).toEqual({ 200: 5, 409: 15 });
    await hall.expectRefused(ann, 'message-attendees', text, 409, 'Message limit reached');
    await hall.rows(`UPDATE ext_events.announcements SET created_at = created_at - interval '25 hours'`);
    await hall.ask(ann, 'message-attendees', text);
    const draft = await hall.draft(ann);
    await hall.expectRefused(ann, 'message-attendees', { ...text, event_id: draft.id }, 409, 'Event is not published');
  });
});
