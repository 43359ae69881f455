import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Scene } from './scene.js';

let scene: Scene;
let ann: Account;
let bob: Account;
let dan: Account;
let eve: Account;
let ticket: any;
beforeAll(async () => {
  scene = await Scene.start();
});
beforeEach(async () => {
  [ann, bob, eve] = (await scene.people(3)) as [Account, Account, Account];
  dan = await scene.agent(ann);
  ticket = await scene.open(bob, ann);
});
afterAll(() => scene.stop());

const unknown = randomUUID();
const change = (who: Account, more: object) => scene.call(who, 'update-ticket', { ticket_ids: [ticket.id], ...more });
const refused = (who: Account, more: object, code: number, error: string) => change(who, more).expect(code, { error });

describe('the desk', () => {
  it('changes tickets, and what it has touched is new no more', async () => {
    const seen = await scene.update(dan, ticket, {
      priority: 'high',
      add_tags: ['b', 'a', 'a'],
      subject: 'Zebra',
    });
    expect(seen).toMatchObject({ status: 'open', priority: 'high', tags: ['b', 'a'], subject: 'Zebra' });
    const found = async (q: string) => (await scene.ask(dan, 'list-tickets', { role: 'agent', q })).tickets.length;
    expect([await found('zebra'), await found('help'), await found('work')]).toEqual([1, 0, 1]);
    expect((await scene.update(dan, ticket, { add_tags: ['c'], remove_tags: ['b'] })).tags).toEqual(['a', 'c']);
    expect((await scene.update(dan, ticket, { tags: ['z'] })).tags).toEqual(['z']);
    const { events } = await scene.get(ann, ticket);
    expect(events.map(({ kind }: any) => kind).sort()).toEqual(
      ['opened', 'priority', 'status', 'tags', 'tags', 'tags'].sort(),
    );
    const same = await scene.update(dan, ticket, { tags: ['z'], status: 'open', priority: 'high' });
    const again = await scene.update(dan, ticket, { tags: ['z'] });
    expect(again.updated_at).toBe(same.updated_at);
    await refused(dan, {}, 400, 'Nothing to change');
    const many = Array.from({ length: 20 }, (_, at) => `tag${at}`);
    await change(dan, { add_tags: many }).expect(400);
    await change(dan, { tags: [...many, 'more'] }).expect(400);
    expect((await scene.get(bob, ticket)).ticket).not.toHaveProperty('tags');
  });

  it('gives tickets to those who work there, and tells them', async () => {
    expect((await scene.update(ann, ticket, { assignee_id: dan.id })).assignee_id).toBe(dan.id);
    expect(await scene.types(dan, ticket)).toEqual(['ticket_opened', 'assigned']);
    for (const assignee_id of [bob.id, unknown])
      await refused(ann, { assignee_id }, 400, 'Assignee is not an active agent');
    expect((await scene.update(dan, ticket, { assignee_id: ann.id })).assignee_id).toBe(ann.id);
    expect((await scene.update(dan, ticket, { assignee_id: null })).assignee_id).toBeNull();
    const more = await Promise.all([scene.open(bob, ann), scene.open(bob, ann)]);
    const ticket_ids = [ticket, ...more].map(({ id }) => id);
    await scene.ask(ann, 'update-ticket', { ticket_ids, assignee_id: dan.id });
    const { data } = (await scene.told(dan)).at(-1);
    expect(data).toMatchObject({ tickets: 3, desk_id: ann.id });
  });

  it('moves a status as the states allow, and tells the customer what is resolved', async () => {
    const go = (status: string) => change(dan, { status });
    await go('new').expect(200);
    for (const status of ['pending', 'open', 'resolved', 'pending', 'closed']) await go(status).expect(200);
    for (const status of ['new', 'pending', 'resolved'])
      await go(status).expect(409, { error: `Status cannot go from closed to ${status}` });
    await go('closed').expect(200);
    expect((await scene.row(ticket)).closed_at).toBeInstanceOf(Date);
    await go('open').expect(200);
    expect(await scene.row(ticket)).toMatchObject({ closed_at: null, resolved_at: null, reopened_count: 0 });
    await go('new').expect(409, { error: 'Status cannot go from open to new' });
    const told = await scene.told(bob, ticket);
    expect(told.map(({ type, data }) => [type, data.status])).toEqual([['support.status', 'resolved']]);
    await scene.ask(ann, 'update-settings', { ratings: false });
    await go('resolved').expect(200);
    expect((await scene.told(bob, ticket)).at(-1).data.asks_rating).toBe(false);
  });

  it('changes all or none, and nothing that somebody has changed meanwhile', async () => {
    const other = await scene.open(bob, ann);
    const foreign = await scene.open(bob, eve);
    const lost = { error: 'Ticket not found' };
    const of = (ids: string[], more: object = {}) =>
      scene.call(ann, 'update-ticket', { ticket_ids: ids, status: 'pending', ...more });
    await of([ticket.id, unknown]).expect(404, lost);
    await of([unknown]).expect(404, lost);
    await of([ticket.id, foreign.id]).expect(404, lost);
    await of([foreign.id]).expect(403, { error: 'Forbidden' });
    await of([ticket.id, ticket.id]).expect(400);
    await scene.update(ann, other, { status: 'closed' });
    await of([ticket.id, other.id]).expect(409, { error: 'Status cannot go from closed to pending' });
    expect((await scene.row(ticket)).status).toBe('new');
    for (const who of [bob, eve]) await refused(who, { status: 'open' }, 403, 'Forbidden');
    await scene.service.client().post('/v1/apps/support/update-ticket', {}).expect(401);
    const { updated_at } = (await scene.get(ann, ticket)).ticket;
    const answers = await atOnce(20, (at) =>
      change(at % 2 ? ann : dan, { subject: `Subject ${at}`, expected_updated_at: updated_at }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Ticket has changed' }]);
    await of([ticket.id, other.id], { expected_updated_at: updated_at }).expect(400);
    const admin = await scene.service.admin();
    await change(admin, { priority: 'low' }).expect(200);
  });
});

describe('the end', () => {
  const close = (who: Account, more: object = {}) => scene.call(who, 'close-ticket', { ticket_id: ticket.id, ...more });

  it('comes by either side, once, and the other one hears of it', async () => {
    await close(eve).expect(403, { error: 'Forbidden' });
    await close(bob, { ticket_id: unknown }).expect(404, { error: 'Ticket not found' });
    expect(tally(await atOnce(20, () => close(bob, { comment: 'It works now.' })))).toEqual({ 200: 20 });
    expect(await scene.row(ticket)).toMatchObject({ status: 'closed', last_seq: 2, response_due_at: null });
    for (const who of [ann, dan]) expect(await scene.types(who, ticket)).toEqual(['ticket_opened', 'status']);
    expect((await scene.told(ann, ticket))[1].data.body).toBe('It works now.');
    const [closed, other] = [ticket, await scene.open(bob, ann)];
    ticket = other;
    const { body } = await close(dan, { comment: 'Nothing to be done.' }).expect(200);
    expect(body.ticket).toMatchObject({ status: 'closed', first_responded_at: expect.any(String) });
    expect(await scene.types(bob, ticket)).toEqual(['status']);
    expect(await scene.types(bob, closed)).toEqual([]);
  });

  it('is rated by the customer, and by nobody else', async () => {
    const rate = (who: Account, score: number, more: object = {}) =>
      scene.call(who, 'rate-ticket', { ticket_id: ticket.id, score, ...more });
    await rate(bob, 5).expect(409, { error: 'Ticket is not resolved yet' });
    await scene.reply(dan, ticket, { status: 'resolved' });
    for (const who of [ann, dan, eve, await scene.service.admin()])
      await rate(who, 5).expect(403, { error: 'Forbidden' });
    await rate(bob, 5, { ticket_id: unknown }).expect(404, { error: 'Ticket not found' });
    for (const score of [0, 6, 1.5]) await rate(bob, score).expect(400);
    const { rating } = (await rate(bob, 4).expect(200)).body;
    expect(rating).toMatchObject({ score: 4, comment: null, agent_id: dan.id, ticket_id: ticket.id });
    expect(tally(await atOnce(20, () => rate(bob, 2, { comment: 'Late' })))).toEqual({ 200: 20 });
    expect((await scene.get(ann, ticket)).rating).toMatchObject({ id: rating.id, score: 2, comment: 'Late' });
    for (const who of [ann, dan]) {
      const bad = (await scene.told(who, ticket)).filter(({ type }) => type === 'support.bad_rating');
      expect(bad).toMatchObject([{ data: { score: 2, body: '2 of 5. Late' } }]);
    }
    expect((await scene.get(bob, ticket)).events.map(({ kind }: any) => kind)).toEqual(['status']);
    await scene.travel(ticket, '8 days');
    await rate(bob, 5).expect(409, { error: 'Rating can no longer be changed' });
    await scene.ask(ann, 'update-settings', { ratings: false });
    ticket = await scene.open(bob, ann);
    await scene.ask(bob, 'close-ticket', { ticket_id: ticket.id });
    await rate(bob, 5).expect(409, { error: 'Ratings are off' });
  });
});

describe('merging', () => {
  const merge = (who: Account, into: any, from: any[]) =>
    scene.call(who, 'merge-tickets', { into_ticket_id: into.id, ticket_ids: from.map(({ id }) => id) });

  it('puts what was said in order of time, and keeps the earliest deadlines', async () => {
    const urgent = await scene.open(bob, ann, { body: 'Kangaroo' });
    await scene.update(ann, urgent, { priority: 'urgent' });
    await scene.reply(dan, ticket, { body: 'Giraffe', client_ref: 'one' });
    await scene.reply(dan, urgent, { body: 'A note', internal: true, client_ref: 'one' });
    const { resolution_due_at, response_due_at } = await scene.row(urgent);
    const { body } = await merge(dan, ticket, [urgent]).expect(200);
    expect(body.ticket).toMatchObject({
      status: 'open',
      last_seq: 4,
      response_due_at: response_due_at.toISOString(),
      resolution_due_at: resolution_due_at.toISOString(),
    });
    const { messages, events } = await scene.get(ann, ticket);
    expect(messages.map(({ seq, body: words }: any) => `${seq} ${words}`)).toEqual([
      '1 It does not work.',
      '2 Kangaroo',
      '3 Giraffe',
      '4 A note',
    ]);
    expect(events.filter(({ kind }: any) => kind === 'merged')).toMatchObject([{ data: { from: [2] } }]);
    expect(events.filter(({ kind }: any) => kind === 'opened')).toHaveLength(2);
    const gone = await scene.get(bob, urgent);
    expect(gone).toMatchObject({ ticket: { status: 'closed', merged_into_id: ticket.id }, messages: [] });
    expect(await scene.types(bob, ticket)).toEqual(['reply', 'merged']);
    const found = (await scene.ask(ann, 'list-tickets', { role: 'agent', q: 'kangaroo', status: ['open'] })).tickets;
    expect(found.map(({ id }: any) => id)).toEqual([ticket.id]);
    const error = 'Ticket was merged into #1';
    await scene.refused(bob, 'reply-to-ticket', { ticket_id: urgent.id, body: 'x' }, 409, error);
    await scene.refused(ann, 'update-ticket', { ticket_ids: [urgent.id], status: 'open' }, 409, error);
    await scene.refused(bob, 'rate-ticket', { ticket_id: urgent.id, score: 5 }, 409, error);
    await merge(ann, await scene.open(bob, ann), [urgent]).expect(409, { error });
    expect((await scene.reply(bob, ticket)).message.seq).toBe(5);
  });

  it('is refused for what does not belong together', async () => {
    const [own, other] = [await scene.open(bob, ann), await scene.open(eve, ann)];
    const foreign = await scene.open(bob, eve);
    await merge(ann, ticket, [other]).expect(400, { error: 'Tickets are of different requesters' });
    await merge(ann, ticket, [foreign]).expect(404, { error: 'Ticket not found' });
    await merge(ann, ticket, [{ id: unknown }]).expect(404, { error: 'Ticket not found' });
    await merge(ann, ticket, [ticket]).expect(400);
    for (const who of [bob, eve]) await merge(who, ticket, [own]).expect(403, { error: 'Forbidden' });
    await scene.ask(ann, 'close-ticket', { ticket_id: ticket.id });
    await merge(ann, ticket, [own]).expect(409, { error: 'Ticket is closed' });
    await merge(ann, own, [ticket]).expect(200);
  });

  it('happens once among twenty at once, whichever way round', async () => {
    const other = await scene.open(bob, ann);
    const answers = await atOnce(20, (at) => (at % 2 ? merge(ann, ticket, [other]) : merge(dan, other, [ticket])));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    const rows = await scene.rows(
      `SELECT t.merged_into_id IS NULL AS stays, (SELECT count(*)::int FROM ext_support.messages WHERE ticket_id = t.id) AS n
       FROM ext_support.tickets t WHERE owner_id = $1 ORDER BY 1`,
      ann.id,
    );
    expect(rows).toEqual([
      { stays: false, n: 0 },
      { stays: true, n: 2 },
    ]);
  });
});
