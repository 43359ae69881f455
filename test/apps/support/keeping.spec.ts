import { randomUUID } from 'node:crypto';
import type { Account } from '../../support/service.js';
import { Scene } from './scene.js';

let scene: Scene;
let ann: Account;
let bob: Account;
let dan: Account;
beforeAll(async () => {
  scene = await Scene.start();
});
beforeEach(async () => {
  [ann, bob] = (await scene.people(2)) as [Account, Account];
  dan = await scene.agent(ann);
});
afterAll(() => scene.stop());

const list = (who: Account, more: object = {}) => scene.ask(who, 'list-tickets', more);

describe('what is kept', () => {
  it('is reckoned up for the desk', async () => {
    const [one, two, three] = [await scene.open(bob, ann), await scene.open(bob, ann), await scene.open(bob, ann)];
    await scene.reply(dan, one, { status: 'resolved' });
    await scene.ask(bob, 'rate-ticket', { ticket_id: one.id, score: 5 });
    await scene.reply(ann, two, { status: 'resolved' });
    await scene.ask(bob, 'rate-ticket', { ticket_id: two.id, score: 2 });
    await scene.reply(bob, two);
    const took = `UPDATE ext_support.tickets
      SET first_response_seconds = $2, resolution_used_seconds = $2, response_breached = $3 WHERE id = $1`;
    await scene.rows(took, one.id, 1800, false);
    await scene.rows(took, two.id, 600, true);
    await scene.open(bob, ann);
    await scene.ask(ann, 'merge-tickets', {
      into_ticket_id: three.id,
      ticket_ids: [(await list(bob)).tickets[0].id],
    });
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const days = { from: day(2), to: day(0) };
    const { stats } = await scene.ask(ann, 'stats', days);
    expect(stats).toEqual({
      tickets_opened: 4,
      tickets_resolved: 1,
      tickets_open: { new: 0, open: 2, pending: 0 },
      unassigned: 1,
      median_first_response_minutes: 20,
      median_resolution_minutes: 30,
      sla_met_share: { response: 0.5, resolution: 1 },
      reopened_share: 0.5,
      csat_average: 3.5,
      csat_positive_share: 0.5,
      csat_count: 2,
      by_agent: [
        { user_id: dan.id, name: null, resolved: 1, median_first_response_minutes: 30, csat_average: 5 },
        { user_id: ann.id, name: null, resolved: 0, median_first_response_minutes: 10, csat_average: 2 },
      ],
    });
    const past = (await scene.ask(ann, 'stats', { from: '2020-01-01', to: '2020-01-31' })).stats;
    expect(past).toMatchObject({
      tickets_opened: 0,
      median_first_response_minutes: null,
      sla_met_share: { response: null, resolution: null },
      csat_average: null,
      by_agent: [],
    });
    expect((await scene.ask(bob, 'stats', days)).stats.tickets_opened).toBe(0);
  });

  it('is exported to each side as it may see it', async () => {
    const ticket = await scene.open(bob, ann, { upload_ids: [(await scene.file(bob, ann)).id] });
    const note = await scene.file(dan, ann);
    await scene.update(dan, ticket, { tags: ['thief'] });
    await scene.reply(dan, ticket, { internal: true, body: 'A secret', upload_ids: [note.id] });
    await scene.reply(dan, ticket, { status: 'resolved' });
    await scene.ask(bob, 'rate-ticket', { ticket_id: ticket.id, score: 4 });
    const counts = async (who: Account) => {
      const own = (await scene.ask(who, 'export')).export;
      return Object.fromEntries(Object.entries(own).map(([table, rows]) => [table, (rows as object[]).length]));
    };
    expect(await counts(ann)).toEqual({
      desks: 1,
      agents: 1,
      tickets: 1,
      messages: 3,
      uploads: 2,
      ticket_events: 6,
      canned_replies: 0,
      ratings: 1,
    });
    const his = (await scene.ask(bob, 'export')).export;
    expect(await counts(bob)).toMatchObject({
      agents: 0,
      tickets: 1,
      messages: 2,
      uploads: 1,
      ticket_events: 2,
      ratings: 1,
    });
    expect(JSON.stringify(his)).not.toMatch(/secret|thief|due_at|search|breached/);
    expect(await counts(dan)).toMatchObject({ agents: 1, tickets: 0, messages: 0, uploads: 1 });
    expect(await counts(await scene.person())).toMatchObject({ tickets: 0, messages: 0, uploads: 0 });
  });

  it('stays when accounts go: what a customer said, and what an agent had goes to others', async () => {
    await scene.ask(ann, 'update-settings', { auto_assign: 'round_robin' });
    const other = await scene.agent(ann);
    const ticket = await scene.open(bob, ann);
    expect(ticket.assignee_id).toBe(dan.id);
    await scene.reply(dan, ticket, { status: 'open' });
    const leave = ({ client }: Account) => client.delete('/v1/users/me', { password: 'correct horse battery' });
    await leave(dan).expect(200);
    const seen = await scene.get(bob, ticket);
    expect(seen.ticket.assignee_id).toBe(other.id);
    expect(seen.messages[1]).toMatchObject({ author_id: dan.id, author_name: null });
    await leave(bob).expect(200);
    const { ticket: kept, messages } = await scene.get(ann, ticket);
    expect([kept.requester_name, messages.length, kept.status]).toEqual([null, 2, 'open']);
    await scene.reply(ann, ticket, { status: 'open' });
    const eve = await scene.person();
    const last = await scene.open(eve, ann);
    await leave(ann).expect(200);
    expect((await scene.get(eve, last)).ticket).toMatchObject({ status: 'closed', desk_name: null });
    expect((await scene.ask(eve, 'list-tickets', { role: 'requester' })).tickets).toMatchObject([
      { id: last.id, status: 'closed' },
    ]);
    const noDesk = 'Desk takes no tickets now';
    for (const who of [eve, await scene.service.admin()])
      await scene.refused(who, 'reply-to-ticket', { ticket_id: last.id, body: 'x' }, 409, noDesk);
    expect((await scene.get(eve, last)).ticket.status).toBe('closed');
    await scene.refused(other, 'get-ticket', { ticket_id: last.id }, 403, 'Forbidden');
    await scene.refused(eve, 'open-ticket', { desk_id: ann.id, subject: 'x', body: 'x' }, 404, 'Desk not found');
  });

  it('closes with its desk, whatever is said in the moment in which the owner goes', async () => {
    const [owner, eve] = (await scene.people(2)) as [Account, Account];
    const tickets = [await scene.open(eve, owner), await scene.open(eve, owner)];
    await scene.ask(eve, 'close-ticket', { ticket_id: tickets[0].id });
    const said = Array.from({ length: 20 }, (_, at) =>
      scene.call(eve, 'reply-to-ticket', { ticket_id: tickets[at % 2].id, body: `Word ${at}` }),
    );
    const left = owner.client.delete('/v1/users/me', { password: 'correct horse battery' });
    const answers = await Promise.all([left, ...said]);
    expect(answers[0]?.status).toBe(200);
    for (const { status, body } of answers.slice(1))
      if (status !== 200) expect([status, body]).toEqual([409, { error: 'Desk takes no tickets now' }]);
    for (const ticket of tickets) expect((await scene.row(ticket)).status).toBe('closed');
  });

  it('is told in the activity, and in the manifest with thirteen actions of its own', async () => {
    const ticket = await scene.open(bob, ann);
    const { activity } = await scene.ask(bob, 'activity');
    expect(activity).toMatchObject([{ action: 'open-ticket', target: { type: 'ticket', id: ticket.id } }]);
    const { body } = await ann.client.get('/v1/apps/available').expect(200);
    const app = body.apps.find(({ slug }: { slug: string }) => slug === 'support');
    const own = app.actions.filter(({ kind }: { kind: string }) => kind === 'own');
    expect([app.schema, app.uses, own.length, app.actions.length]).toEqual(['ext_support', ['notifications'], 13, 18]);
  });
});

it('goes as the contract tells it', async () => {
  const { canned_reply } = await scene.ask(ann, 'save-canned-reply', {
    shortcut: 'hi',
    title: 'Hi',
    body: 'Hello',
  });
  const { ticket, message } = await scene.ask(bob, 'open-ticket', {
    desk_id: ann.id,
    subject: 'Download link is dead',
    body: 'I bought it yesterday.',
    reference_type: 'order',
    reference_id: randomUUID(),
  });
  expect([ticket, message]).toMatchObject([{ number: 1, status: 'new', priority: 'normal' }, { seq: 1 }]);
  const reply = { ticket_id: ticket.id, canned_reply_id: canned_reply.id, seen_seq: 1 };
  const answer = await scene.ask(dan, 'reply-to-ticket', reply);
  expect(answer).toMatchObject({
    ticket: { status: 'pending', assignee_id: dan.id, first_responded_at: answer.message.created_at },
    message: { seq: 2 },
  });
  await scene.refused(ann, 'reply-to-ticket', reply, 409, 'Ticket has newer messages');
  expect((await scene.ask(bob, 'close-ticket', { ticket_id: ticket.id })).ticket.status).toBe('closed');
  expect((await scene.ask(bob, 'rate-ticket', { ticket_id: ticket.id, score: 5 })).rating.score).toBe(5);
});
