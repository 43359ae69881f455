import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { DropUploads } from '../../../src/apps/support/jobs/drop-uploads.job.js';
import { Scene } from './scene.js';

let scene: Scene;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  scene = await Scene.start();
});
beforeEach(async () => {
  [ann, bob] = (await scene.people(2)) as [Account, Account];
});
afterAll(() => scene.stop());

const asked = (more: object = {}) => ({ desk_id: ann.id, subject: 'Help', body: 'It is dead.', ...more });
const refused = (who: Account, more: object, status: number, error: string) =>
  scene.refused(who, 'open-ticket', asked(more), status, error);

describe('a ticket', () => {
  it('is opened under the next number, and both sides see of it what is theirs', async () => {
    const about = { reference_type: 'order', reference_id: randomUUID() };
    const { ticket, message } = await scene.ask(bob, 'open-ticket', asked(about));
    expect(ticket).toMatchObject({
      desk_id: ann.id,
      number: 1,
      requester_id: bob.id,
      status: 'new',
      priority: 'normal',
      assignee_id: null,
      ...about,
    });
    for (const hidden of ['tags', 'response_due_at', 'resolution_due_at', 'last_seq', 'search', 'pending_at'])
      expect(ticket).not.toHaveProperty(hidden);
    expect(message).toMatchObject({
      seq: 1,
      author_kind: 'requester',
      visibility: 'public',
      attachments: [],
    });
    const { ticket: seen, events } = await scene.get(ann, ticket);
    const hours = (at: string) => (Date.parse(at) - Date.parse(ticket.created_at)) / 3_600_000;
    expect([hours(seen.response_due_at), hours(seen.resolution_due_at)]).toEqual([8, 48]);
    expect(events).toMatchObject([{ kind: 'opened', actor_id: bob.id }]);
    expect((await scene.open(bob, ann)).number).toBe(2);
    expect(await scene.told(ann)).toMatchObject([
      { type: 'support.ticket_opened', data: { ticket_id: ticket.id, number: 1, body: 'It is dead.' } },
      { type: 'support.ticket_opened' },
    ]);
    expect(await scene.told(bob)).toEqual([]);
  });

  it('is refused where there is no desk, and where that is closed', async () => {
    const none = await scene.service.account();
    await refused(bob, { desk_id: randomUUID() }, 404, 'Desk not found');
    await refused(bob, { desk_id: none.id }, 404, 'Desk not found');
    await scene.call(bob, 'open-ticket', asked({ priority: 'urgent' })).expect(400);
    await scene.call(bob, 'open-ticket', asked({ subject: ' ' })).expect(400);
    await scene.call(bob, 'open-ticket', asked({ body: 'x'.repeat(20_001) })).expect(400);
    await refused(bob, { requester_id: bob.id }, 403, 'Forbidden');
    await refused(bob, { tags: ['vip'] }, 403, 'Forbidden');
    await scene.ask(ann, 'update-settings', { accepting_tickets: false });
    await refused(bob, {}, 409, 'Desk takes no tickets now');
    await scene.service.client().post('/v1/apps/support/open-ticket', asked()).expect(401);
  });

  it('may be opened by the desk for somebody, who hears of it', async () => {
    const dan = await scene.agent(ann);
    await refused(dan, { requester_id: randomUUID() }, 404, 'User not found');
    const more = { requester_id: bob.id, tags: ['phone', 'phone', 'vip'], priority: 'urgent' };
    const { ticket, message } = await scene.ask(dan, 'open-ticket', asked(more));
    expect(ticket).toMatchObject({
      requester_id: bob.id,
      tags: ['phone', 'vip'],
      priority: 'urgent',
      response_due_at: null,
      first_responded_at: null,
    });
    expect(message.author_kind).toBe('agent');
    expect(await scene.types(bob, ticket)).toEqual(['reply']);
    expect(await scene.types(ann, ticket)).toEqual(['ticket_opened']);
    expect(await scene.types(dan, ticket)).toEqual([]);
    const answered = await scene.reply(bob, ticket);
    expect(answered.ticket.status).toBe('new');
    expect((await scene.get(dan, ticket)).ticket.response_due_at).not.toBeNull();
  });

  it('is made once for one client_ref, and is found by it when it has gone into another', async () => {
    const [first, other] = [await scene.open(bob, ann), asked({ client_ref: 'one' })];
    const answers = await atOnce(20, () => scene.call(bob, 'open-ticket', other));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.ticket.number))).toEqual(new Set([2]));
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
    const id = answers[0]?.body.ticket.id;
    await scene.ask(ann, 'merge-tickets', { into_ticket_id: first.id, ticket_ids: [id] });
    const again = await scene.ask(bob, 'open-ticket', other);
    expect(again).toMatchObject({ ticket: { id, status: 'closed' }, message: { seq: 2 } });
    // A reply with the same ref is another thing.
    await scene.reply(bob, first, { client_ref: 'two' });
    expect((await scene.open(bob, ann, { client_ref: 'two' })).number).toBe(3);
  });

  it('has a number of its own among twenty at once, and ten of one customer are open at most', async () => {
    const crowd = await scene.people(2);
    const answers = await atOnce(40, (at) => scene.call(crowd[at % 2] as Account, 'open-ticket', asked()));
    expect(tally(answers)).toEqual({ 200: 20, 409: 20 });
    expect(refusals(answers)).toEqual([{ error: 'Too many open tickets' }]);
    const numbers = answers.flatMap(({ body }) => body.ticket?.number ?? []).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    const [own] = (await scene.ask(crowd[0] as Account, 'list-tickets')).tickets;
    await scene.update(ann, own, { status: 'resolved' });
    expect((await scene.open(crowd[0] as Account, ann)).number).toBe(21);
  });

  it('is answered at once where a text is set', async () => {
    await scene.ask(ann, 'update-settings', { auto_reply: 'We have got it.', desk_name: 'The Desk' });
    const ticket = await scene.open(bob, ann);
    const { messages, ticket: seen } = await scene.get(bob, ticket);
    expect(messages.map(({ author_kind, body, seq }: any) => [seq, author_kind, body])).toEqual([
      [1, 'requester', 'It does not work.'],
      [2, 'system', 'We have got it.'],
    ]);
    expect(seen.desk_name).toBe('The Desk');
    expect(await scene.types(bob, ticket)).toEqual(['auto_reply']);
    // It is nobody's answer: the clock runs on, and an agent who has seen the question may answer it.
    expect((await scene.row(ticket)).response_due_at).not.toBeNull();
    await scene.reply(ann, ticket, { seen_seq: 1 });
  });
});

describe('assignment', () => {
  it('goes round among those who take tickets', async () => {
    await scene.ask(ann, 'update-settings', { auto_assign: 'round_robin' });
    expect((await scene.open(bob, ann)).assignee_id).toBeNull();
    const [dan, eve] = [await scene.agent(ann), await scene.agent(ann)];
    await scene.agent(ann, { takes_tickets: false });
    const order = [];
    for (let at = 0; at < 4; at++) order.push((await scene.open(bob, ann)).assignee_id);
    expect(order).toEqual([dan.id, eve.id, dan.id, eve.id]);
    expect(await scene.types(dan)).toEqual(['agent_added', 'ticket_opened', 'ticket_opened']);
    const others = await scene.people(2);
    await atOnce(20, (at) => scene.call(others[at % 2] as Account, 'open-ticket', asked()));
    const agents = (await scene.ask(ann, 'list-agents')).agents;
    expect(agents.map((agent: any) => agent.open_tickets)).toEqual([0, 12, 12, 0]);
  });

  it('goes to the agent with the fewest open tickets', async () => {
    await scene.ask(ann, 'update-settings', { auto_assign: 'least_busy' });
    const [dan, eve] = [await scene.agent(ann), await scene.agent(ann)];
    const [first, second] = [await scene.open(bob, ann), await scene.open(bob, ann)];
    expect([first.assignee_id, second.assignee_id]).toEqual([dan.id, eve.id]);
    await scene.reply(eve, second);
    expect((await scene.open(bob, ann)).assignee_id).toBe(eve.id);
    await scene.ask(ann, 'update-settings', { auto_assign: 'none' });
    expect((await scene.open(bob, ann)).assignee_id).toBeNull();
  });
});

describe('files', () => {
  it('come to an address of their own, and go with one message of who has sent them', async () => {
    const upload = await scene.file(bob, ann, 'words');
    const { message, ticket } = await scene.ask(bob, 'open-ticket', asked({ upload_ids: [upload.id] }));
    const [attached] = message.attachments;
    expect(attached).toMatchObject({ ...upload, name: 'a.txt', size: 5, content_type: 'text/plain' });
    const answer = await fetch(attached.download_url.replace(/^.*?\/v1/, `${scene.service.url}/v1`));
    expect([answer.headers.get('content-disposition'), await answer.text()]).toEqual([
      expect.stringMatching(/^attachment/),
      'words',
    ]);
    const seconds = (Date.parse(attached.expires_at) - Date.now()) / 1000;
    expect(Math.abs(seconds - 600)).toBeLessThan(60);
    expect((await scene.get(ann, ticket)).messages[0].attachments).toMatchObject([{ id: upload.id }]);

    const reply = (who: Account, upload_ids: string[]) =>
      scene.call(who, 'reply-to-ticket', { ticket_id: ticket.id, body: 'x', upload_ids });
    const lost = { error: 'Upload not found' };
    await reply(bob, [upload.id]).expect(404, lost);
    const second = await scene.file(bob, ann);
    await reply(ann, [second.id]).expect(404, lost);
    await reply(bob, [second.id, randomUUID()]).expect(404, lost);
    await reply(bob, [second.id, second.id]).expect(400);
    const other = await scene.person();
    await reply(bob, [(await scene.file(bob, other)).id]).expect(404, lost);
    const empty = { desk_id: ann.id, name: 'b.txt', size: 3, content_type: 'text/plain' };
    await reply(bob, [(await scene.ask(bob, 'create-upload', empty)).upload.id]).expect(404, lost);
    expect(tally(await atOnce(20, () => reply(bob, [second.id])))).toEqual({ 200: 1, 404: 19 });
    expect((await scene.get(ann, ticket)).messages).toHaveLength(2);
  });

  it('are none that somebody would run, and not too many that nobody uses', async () => {
    const promise = (more: object) =>
      scene.call(bob, 'create-upload', {
        desk_id: ann.id,
        name: 'a.txt',
        size: 4,
        content_type: 'text/plain',
        ...more,
      });
    const wrong = { error: 'File type is not allowed' };
    for (const content_type of ['text/html', 'image/svg+xml', 'application/x-msdownload', 'text/javascript', 'x'])
      await promise({ content_type }).expect(400, wrong);
    for (const name of ['a.exe', 'a.SVG', 'page.html', 'run.bat.', 'x.sh']) await promise({ name }).expect(400, wrong);
    await promise({ size: 20 * 1024 * 1024 + 1 }).expect(400);
    await promise({ desk_id: randomUUID() }).expect(404, { error: 'Desk not found' });
    // What it is, is looked at when it has come.
    const { upload, upload_url } = (await promise({ name: 'a.png', content_type: 'image/png', size: 70 })).body;
    await scene.send(upload_url, `MZ${'\0'.repeat(68)}`);
    await refused(bob, { upload_ids: [upload.id] }, 400, 'File type is not allowed');
    const answers = await atOnce(25, () => promise({}));
    expect(tally(answers)).toEqual({ 200: 19, 409: 6 });
    expect(refusals(answers)).toEqual([{ error: 'Too many pending uploads' }]);
  });

  it('go after a day where no message has them', async () => {
    const [used, unused] = [await scene.file(bob, ann), await scene.file(bob, ann)];
    await scene.open(bob, ann, { upload_ids: [used.id] });
    await scene.rows(
      `UPDATE ext_support.uploads SET created_at = now() - interval '25 hours' WHERE owner_id = $1`,
      bob.id,
    );
    for (let at = 0; at < 2; at++) await scene.service.app.get(DropUploads, { strict: false }).run({});
    const left = await scene.rows('SELECT id FROM ext_support.uploads WHERE owner_id = $1', bob.id);
    expect(left).toEqual([{ id: used.id }]);
    expect(left).not.toContainEqual({ id: unused.id });
    expect(await scene.rows('SELECT id FROM files.files WHERE owner_id = $1', bob.id)).toHaveLength(1);
  });
});
