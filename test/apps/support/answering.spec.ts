import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import { leastWork } from '../../support/clock.js';
import type { Account } from '../../support/service.js';
import { Scene } from './scene.js';

let scene: Scene;
let ann: Account;
let bob: Account;
let dan: Account;
let ticket: any;
beforeAll(async () => {
  scene = await Scene.start();
});
beforeEach(async () => {
  [ann, bob] = (await scene.people(2)) as [Account, Account];
  dan = await scene.agent(ann, { display_name: 'Dan of the desk' });
  ticket = await scene.open(bob, ann);
});
afterAll(() => scene.stop());

const unknown = randomUUID();
const say = (who: Account, more: object = {}) =>
  scene.call(who, 'reply-to-ticket', { ticket_id: ticket.id, body: 'Well.', ...more });
const refused = (who: Account, more: object, status: number, error: string) => say(who, more).expect(status, { error });
const status = async () => (await scene.row(ticket)).status;

describe('an answer of the desk', () => {
  it('stops the clock, waits for the customer, and takes a ticket that nobody has', async () => {
    const { ticket: seen, message } = await scene.reply(dan, ticket, { body: `Hello ${'x'.repeat(300)}` });
    expect(seen).toMatchObject({
      status: 'pending',
      assignee_id: dan.id,
      response_due_at: null,
      resolution_due_at: null,
      clock_started_at: null,
    });
    expect(seen.first_responded_at).toBe(message.created_at);
    const [told] = await scene.told(bob, ticket);
    expect(told).toMatchObject({ type: 'support.reply', data: { seq: 2, status: 'pending' } });
    expect(told.data.body).toHaveLength(200);
    await scene.reply(ann, ticket, { status: 'open' });
    expect(await scene.row(ticket)).toMatchObject({ status: 'open', assignee_id: dan.id });
    await scene.reply(ann, ticket, { status: 'resolved' });
    expect((await scene.told(bob, ticket)).at(-1).data).toMatchObject({
      status: 'resolved',
      asks_rating: true,
    });
  });

  it('is not given by two at once, who have seen the same', async () => {
    await say(dan, { seen_seq: 1 }).expect(200);
    await refused(ann, { seen_seq: 1 }, 409, 'Ticket has newer messages');
    // His own is nothing new to him, nor is a note of the desk an answer.
    await say(dan, { seen_seq: 1 }).expect(200);
    await say(ann, { internal: true, body: 'A note' }).expect(200);
    await say(bob, { seen_seq: 3 }).expect(200);
    await refused(dan, { seen_seq: 4 }, 409, 'Ticket has newer messages');
    const crowd = await Promise.all(Array.from({ length: 4 }, () => scene.agent(ann)));
    const answers = await atOnce(20, (at) => say(crowd[at % 4] as Account, { seen_seq: 5 }));
    // The first one of all; and his own again, which nobody has answered.
    const authors = new Set(
      answers.filter(({ status: code }) => code === 200).map(({ body }) => body.message.author_id),
    );
    expect(authors.size).toBe(1);
    expect(refusals(answers)).toEqual([{ error: 'Ticket has newer messages' }]);
    const seqs = (await scene.get(ann, ticket)).messages.map(({ seq }: any) => seq);
    expect(seqs).toEqual(seqs.map((_: unknown, at: number) => at + 1));
  });

  it('is written once for one client_ref', async () => {
    const answers = await atOnce(20, () => say(dan, { client_ref: 'once' }));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
    expect((await say(ann, { client_ref: 'once' }).expect(200)).body.message.seq).toBe(3);
    expect(await scene.types(bob, ticket)).toEqual(['reply', 'reply']);
  });

  it('may be a note for the desk, which changes nothing for the customer', async () => {
    const before = await scene.row(ticket);
    const { ticket: seen } = await scene.reply(dan, ticket, { internal: true, body: 'A thief, surely' });
    expect(seen).toMatchObject({ status: 'new', assignee_id: null, first_responded_at: null });
    expect((await scene.row(ticket)).response_due_at).toEqual(before.response_due_at);
    expect(await scene.types(bob)).toEqual([]);
    expect((await scene.get(bob, ticket)).messages).toHaveLength(1);
    expect((await scene.get(ann, ticket)).messages.map((one: any) => one.visibility)).toEqual(['public', 'internal']);
    for (const who of [ann, bob]) {
      const role = who === ann ? 'agent' : 'requester';
      expect((await scene.ask(who, 'list-tickets', { role, q: 'thief' })).tickets).toEqual([]);
    }
    expect(JSON.stringify(await scene.ask(bob, 'export'))).not.toContain('thief');
    expect(JSON.stringify(await scene.ask(ann, 'export'))).toContain('thief');
  });
});

describe('an answer of the customer', () => {
  it('leaves open what is open, and opens what waits or is resolved', async () => {
    await say(bob).expect(200);
    expect(await status()).toBe('new');
    await say(dan).expect(200);
    expect((await say(bob).expect(200)).body.ticket.status).toBe('open');
    expect(await scene.types(dan, ticket)).toEqual(['ticket_opened', 'reply', 'reply']);
    expect(await scene.types(ann, ticket)).toEqual(['ticket_opened', 'reply']);
    expect((await scene.row(ticket)).reopened_count).toBe(0);
    await say(dan, { status: 'resolved' }).expect(200);
    const again = await scene.reply(bob, ticket);
    expect(again.ticket).toMatchObject({ status: 'open', reopened_count: 1, resolved_at: null });
    const row = await scene.row(ticket);
    expect([row.response_due_at, row.clock_started_at]).toEqual([expect.any(Date), expect.any(Date)]);
  });

  it('opens a closed ticket for as long as the desk has it', async () => {
    await scene.ask(ann, 'close-ticket', { ticket_id: ticket.id });
    await refused(dan, {}, 409, 'Ticket is closed');
    await say(dan, { internal: true }).expect(200);
    await scene.travel(ticket, '13 days');
    expect((await say(bob).expect(200)).body.ticket).toMatchObject({ status: 'open', closed_at: null });
    await scene.ask(ann, 'close-ticket', { ticket_id: ticket.id });
    await scene.travel(ticket, '15 days');
    await refused(bob, {}, 409, 'Ticket is closed');
    await scene.ask(ann, 'update-settings', { reopen_days: 20 });
    await say(bob).expect(200);
    await scene.ask(ann, 'update-settings', { reopen_days: 0 });
    await scene.ask(bob, 'close-ticket', { ticket_id: ticket.id });
    await refused(bob, {}, 409, 'Ticket is closed');
    expect((await say(dan, { status: 'open' }).expect(200)).body.ticket.status).toBe('open');
  });

  it('comes thirty times an hour at most, however many come at once', async () => {
    const answers = await atOnce(35, () => say(bob));
    expect(tally(answers)).toEqual({ 200: 29, 409: 6 });
    expect(refusals(answers)).toEqual([{ error: 'Too many messages' }]);
    await scene.refused(bob, 'close-ticket', { ticket_id: ticket.id, comment: 'x' }, 409, 'Too many messages');
    await say(dan).expect(200);
    await scene.travel(ticket, '61 minutes');
    await say(bob).expect(200);
  });

  it('is of his own ticket, and says nothing that only the desk says', async () => {
    const [eve, admin] = [await scene.person(), await scene.service.admin()];
    await refused(eve, {}, 403, 'Forbidden');
    await refused(bob, { ticket_id: unknown }, 404, 'Ticket not found');
    for (const more of [{ internal: true }, { status: 'resolved' }, { canned_reply_id: unknown }])
      await refused(bob, more, 403, 'Forbidden');
    await refused(bob, { body: undefined }, 400, 'Give body or canned_reply_id');
    await refused(dan, { body: undefined }, 400, 'Give body or canned_reply_id');
    await say(bob, { body: '  ' }).expect(400);
    await say(dan, { status: 'closed' }).expect(400);
    await scene.service.client().post('/v1/apps/support/reply-to-ticket', {}).expect(401);
    // Staff may help, and is no agent of the desk.
    expect((await say(admin).expect(200)).body.ticket.assignee_id).toBeNull();
    await scene.ask(ann, 'save-agent', { user_id: dan.id, active: false });
    await refused(dan, {}, 403, 'Forbidden');
  });

  it('of who works at the desk himself is a customer’s, but for what only the desk says', async () => {
    ticket = await scene.open(dan, ann);
    expect((await say(dan).expect(200)).body.message.author_kind).toBe('requester');
    expect((await say(dan, { internal: true }).expect(200)).body.message.author_kind).toBe('agent');
    expect((await say(dan, { status: 'open' }).expect(200)).body.message.author_kind).toBe('agent');
  });
});

describe('canned replies', () => {
  const save = (who: Account, more: object = {}) =>
    scene.call(who, 'save-canned-reply', {
      desk_id: ann.id,
      shortcut: 'hello',
      title: 'Hello',
      body: 'Dear {{requester.name}}, of #{{ticket.number}} {{ ticket.subject }}: {{agent.name}}',
      ...more,
    });
  const list = async (who: Account, more: object = {}) =>
    (await scene.ask(who, 'list-canned-replies', { desk_id: ann.id, ...more })).canned_replies;

  it('are filled in where they are used, and counted', async () => {
    await bob.client.patch('/v1/users/me', { first_name: 'Bob', last_name: '{{agent.name}}' }).expect(200);
    const { canned_reply } = (await save(dan).expect(200)).body;
    const other = (await save(ann, { shortcut: 'bye', title: 'Bye', body: 'Bye!' }).expect(200)).body;
    const words = 'Dear Bob {{agent.name}}, of #1 Help: Dan of the desk';
    const used = { body: undefined, canned_reply_id: canned_reply.id };
    const { message } = (await say(dan, used).expect(200)).body;
    expect(message.body).toBe(words);
    await say(dan, { body: 'My own', canned_reply_id: canned_reply.id }).expect(200);
    const listed = await list(dan, { ticket_id: ticket.id });
    expect(listed).toMatchObject([{ uses: 2, body: words }, { id: other.canned_reply.id }]);
    expect((await scene.ask(dan, 'list-canned-replies', { ticket_id: ticket.id })).canned_replies).toEqual(listed);
    expect(await list(ann, { q: 'BYE' })).toHaveLength(1);
    expect(await list(ann, { q: '%' })).toEqual([]);
    const page = await scene.ask(dan, 'list-canned-replies', { limit: 1 });
    const rest = await scene.ask(dan, 'list-canned-replies', { limit: 1, cursor: page.next_cursor });
    expect([page, rest].map((one) => one.canned_replies[0].shortcut)).toEqual(['hello', 'bye']);
    expect(rest.next_cursor).toBeNull();
    await save(dan, { canned_reply_id: canned_reply.id, shortcut: undefined, status: 'archived' }).expect(200);
    expect(await list(ann)).toHaveLength(1);
    await refused(dan, used, 404, 'Canned reply not found');
    const race = { shortcut: undefined, body: undefined, canned_reply_id: other.canned_reply.id };
    expect(tally(await atOnce(20, () => say(dan, race)))).toEqual({ 200: 20 });
    expect((await list(ann))[0].uses).toBe(20);
  });

  it('cost no more for blanks that no placeholder ends than for words, those that are stored included', async () => {
    const blanks = `{{${' '.repeat(1900)}`;
    const longest = `{{${' '.repeat(19_980)}`;
    const isRefused = async (body: string) => {
      await save(dan, { shortcut: 'slow', body: `${body}{{nobody}}` }).expect(400, {
        error: 'Unknown placeholder: nobody',
      });
    };
    expect(await leastWork(500, () => isRefused(blanks))).toBeLessThan(500);
    await isRefused(longest);
    const { canned_reply } = (await save(dan, { shortcut: 'slow', body: longest }).expect(200)).body;
    const listed = await list(dan, { ticket_id: ticket.id, q: 'slow' });
    expect(listed).toMatchObject([{ body: longest }]);
    const used = { body: undefined, canned_reply_id: canned_reply.id };
    expect((await say(dan, used).expect(200)).body.message.body).toBe(longest);
    await save(dan, { canned_reply_id: canned_reply.id, shortcut: undefined, status: 'archived' }).expect(200);
  });

  it('are refused where they are not whole, or taken, or somebody else’s', async () => {
    const eve = await scene.person();
    const gone = { error: 'Canned reply not found' };
    await save(eve).expect(403, { error: 'Forbidden' });
    await save(bob).expect(403);
    await save(dan, { body: 'Dear {{ requester.mail }}' }).expect(400, {
      error: 'Unknown placeholder: requester.mail',
    });
    await save(dan, { title: undefined }).expect(400, { error: 'shortcut, title and body are required' });
    await save(dan, { shortcut: 'No Blank' }).expect(400);
    await save(dan, { canned_reply_id: unknown }).expect(404, gone);
    const own = (await save(eve, { desk_id: eve.id }).expect(200)).body.canned_reply;
    await save(dan, { canned_reply_id: own.id }).expect(404, gone);
    for (const body of [undefined, 'My own']) await refused(dan, { body, canned_reply_id: own.id }, 404, gone.error);
    const answers = await atOnce(20, () => save(dan));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Shortcut already taken' }]);
    await scene.refused(bob, 'list-canned-replies', { desk_id: ann.id }, 403, 'Forbidden');
    await scene.refused(dan, 'list-canned-replies', { ticket_id: unknown }, 404, 'Ticket not found');
    const foreign = await scene.open(bob, eve);
    const input = { desk_id: ann.id, ticket_id: foreign.id };
    await scene.refused(dan, 'list-canned-replies', input, 404, 'Ticket not found');
    await scene.rows(
      `INSERT INTO ext_support.canned_replies (owner_id, shortcut, title, body)
       SELECT $1, 'n' || n, 't', 'b' FROM generate_series(1, 499) n`,
      ann.id,
    );
    await save(dan, { shortcut: 'more' }).expect(409, { error: 'At most 500 canned replies' });
    await save(dan, { shortcut: 'more', status: 'archived' }).expect(200);
  });
});
