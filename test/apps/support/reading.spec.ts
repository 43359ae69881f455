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
const numbers = async (who: Account, more: object = {}) =>
  (await list(who, more)).tickets.map(({ number }: any) => number);
const ofDesk = (more: object = {}) => numbers(ann, { role: 'agent', ...more });

describe('one ticket', () => {
  it('is shown to both sides, and to nobody else', async () => {
    const ticket = await scene.open(bob, ann);
    const [eve, admin] = [await scene.person(), await scene.service.admin()];
    await scene.refused(eve, 'get-ticket', { ticket_id: ticket.id }, 403, 'Forbidden');
    await scene.refused(eve, 'get-ticket', { number: 1, desk_id: ann.id }, 403, 'Forbidden');
    await scene.refused(bob, 'get-ticket', { ticket_id: randomUUID() }, 404, 'Ticket not found');
    await scene.refused(bob, 'get-ticket', { number: 2, desk_id: ann.id }, 404, 'Ticket not found');
    await scene.call(bob, 'get-ticket').expect(400);
    await scene.service.client().post('/v1/apps/support/get-ticket', {}).expect(401);
    for (const who of [ann, dan, admin]) expect((await scene.get(who, ticket)).ticket.tags).toEqual([]);
    // Where he works, is the desk that he means: at one, and not at two.
    expect((await scene.ask(dan, 'get-ticket', { number: 1 })).ticket.id).toBe(ticket.id);
    await scene.ask(eve, 'save-agent', { user_id: dan.id });
    await scene.refused(dan, 'get-ticket', { number: 1 }, 400, 'desk_id is required');
    await scene.refused(dan, 'list-agents', {}, 400, 'desk_id is required');
    await scene.refused(dan, 'list-tickets', { role: 'agent' }, 400, 'desk_id is required');
    await scene.refused(dan, 'list-canned-replies', {}, 400, 'desk_id is required');
    expect((await scene.ask(bob, 'get-ticket', { number: 1, desk_id: ann.id })).ticket.id).toBe(ticket.id);
  });

  it('is read backwards, without what is not for the reader', async () => {
    const ticket = await scene.open(bob, ann);
    for (let at = 2; at <= 5; at++) await scene.reply(dan, ticket, { internal: at % 2 === 0, body: `${at}` });
    const seqs = async (who: Account, more: object = {}) =>
      (await scene.get(who, ticket, more)).messages.map(({ seq }: any) => seq);
    expect(await seqs(dan, { limit: 2 })).toEqual([4, 5]);
    expect(await seqs(dan, { limit: 2, before_seq: 4 })).toEqual([2, 3]);
    expect(await seqs(bob)).toEqual([1, 3, 5]);
    expect(await seqs(bob, { limit: 2, before_seq: 5 })).toEqual([1, 3]);
    await ann.client.patch('/v1/users/me', { username: `ann_${Date.now()}`.slice(0, 20) }).expect(200);
    await bob.client.patch('/v1/users/me', { first_name: 'Bob', last_name: 'Smith' }).expect(200);
    await scene.ask(ann, 'save-agent', { user_id: dan.id, display_name: 'Dan' });
    const { ticket: seen, messages } = await scene.get(bob, ticket);
    expect(seen).toMatchObject({
      desk_name: expect.stringMatching(/^ann_/),
      requester_name: 'Bob Smith',
      assignee_name: 'Dan',
    });
    expect(messages.map(({ author_name }: any) => author_name)).toEqual(['Bob Smith', 'Dan', 'Dan']);
  });
});

describe('lists', () => {
  it('are of a desk, by what is asked for', async () => {
    const reference_id = randomUUID();
    const order = { reference_type: 'order', reference_id };
    const [one, two, three] = [
      await scene.open(bob, ann, { subject: 'A red kite of 2 colours', ...order }),
      await scene.open(bob, ann, { priority: 'low' }),
      await scene.open(await scene.person(), ann, { priority: 'high', body: 'Kites! Invoice 4711' }),
    ];
    await scene.update(ann, two, { assignee_id: dan.id, add_tags: ['vip'] });
    await scene.rows('UPDATE ext_support.tickets SET response_breached = true WHERE id = $1', three.id);
    expect(await ofDesk()).toEqual([2, 3, 1]);
    expect(await ofDesk({ sort: 'created' })).toEqual([3, 2, 1]);
    expect(await ofDesk({ sort: 'due' })).toEqual([3, 1, 2]);
    const due_before = new Date(Date.now() + 5 * 3_600_000).toISOString();
    for (const [more, found] of [
      [{ status: ['open'] }, [2]],
      [{ status: ['open', 'new'] }, [2, 3, 1]],
      [{ status: [] }, []],
      [{ priority: 'high' }, [3]],
      [{ assignee_id: dan.id }, [2]],
      [{ unassigned: true }, [3, 1]],
      [{ unassigned: false }, [2]],
      [{ tag: 'vip' }, [2]],
      [{ requester_id: bob.id }, [2, 1]],
      [{ breached: true }, [3]],
      [{ breached: false }, [2, 1]],
      [{ due_before }, [3]],
      [order, [1]],
      [{ q: 'kite' }, [1]],
      [{ q: 'kites' }, [3]],
      [{ q: '#2' }, [2]],
      [{ q: '2' }, [2, 1]],
      [{ q: '4711' }, [3]],
      [{ q: '#4711' }, []],
      [{ q: 'a red kite -green' }, [1]],
      [{ q: `'" & | ! ( <->` }, []],
    ] as const)
      expect({ more, found: await ofDesk(more) }).toEqual({ more, found });
    const { counts } = await list(dan, { role: 'agent' });
    expect(counts).toEqual({
      by_status: { new: 2, open: 1, pending: 0, resolved: 0, closed: 0 },
      unassigned: 2,
      breached: 1,
    });
    await scene.ask(ann, 'close-ticket', { ticket_id: one.id });
    await scene.update(ann, three, { status: 'resolved' });
    expect((await list(ann, { role: 'agent' })).counts).toEqual({
      by_status: { new: 0, open: 1, pending: 0, resolved: 1, closed: 1 },
      unassigned: 0,
      breached: 0,
    });
  });

  it.each(['updated', 'created', 'due'])('are cut into pages that miss nothing (%s)', async (sort) => {
    for (let at = 0; at < 5; at++) await scene.open(bob, ann);
    const all: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list(ann, { role: 'agent', sort, limit: 2, ...(cursor && { cursor }) });
      all.push(...page.tickets.map(({ number }: any) => number));
      cursor = page.next_cursor;
    } while (cursor);
    expect(all).toEqual(sort === 'due' ? [1, 2, 3, 4, 5] : [5, 4, 3, 2, 1]);
    await scene.call(ann, 'list-tickets', { role: 'agent', sort, cursor: 'x' }).expect(400);
  });

  it('of a customer are his own at all desks, and tell nothing that the desk keeps to itself', async () => {
    const other = await scene.person({ desk_name: 'The other one' });
    const [one, two] = [await scene.open(bob, ann), await scene.open(bob, other)];
    await scene.open(dan, ann);
    await scene.update(ann, one, { tags: ['thief'] });
    const { tickets, counts } = await list(bob);
    expect(tickets.map(({ id, desk_name }: any) => [id, desk_name])).toEqual([
      [one.id, null],
      [two.id, 'The other one'],
    ]);
    expect(counts).toBeNull();
    expect(tickets[0]).not.toHaveProperty('tags');
    expect(await numbers(bob, { desk_id: other.id })).toEqual([1]);
    for (const more of [{ tag: 'thief' }, { breached: true }, { due_before: '2099-01-01T00:00:00Z' }, { sort: 'due' }])
      await scene.call(bob, 'list-tickets', more).expect(400);
    await scene.refused(bob, 'list-tickets', { role: 'agent', desk_id: ann.id }, 403, 'Forbidden');
    expect((await list(bob, { requester_id: dan.id })).tickets).toHaveLength(2);
  });
});
