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

describe('agents', () => {
  const save = (who: Account, more: object) => scene.call(who, 'save-agent', more);

  it('are added and changed by the owner alone', async () => {
    await save(ann, { user_id: unknown }).expect(404, { error: 'User not found' });
    await save(ann, { user_id: ann.id }).expect(400, { error: 'The owner is always an agent' });
    const named = (await save(ann, { user_id: dan.id, display_name: 'Dan' }).expect(200)).body.agent;
    expect(named).toMatchObject({
      user_id: dan.id,
      name: 'Dan',
      active: true,
      takes_tickets: true,
      is_owner: false,
    });
    const off = (await save(ann, { user_id: dan.id, takes_tickets: false }).expect(200)).body.agent;
    expect(off).toMatchObject({ display_name: 'Dan', takes_tickets: false });
    await save(ann, { user_id: dan.id, display_name: null }).expect(200);
    expect(await scene.types(dan)).toEqual(['agent_added', 'ticket_opened']);
    // It is his own desk that he adds to, not the one at which he works.
    await save(dan, { user_id: eve.id }).expect(200);
    const ids = async (who: Account, desk: Account) =>
      (await scene.ask(who, 'list-agents', { desk_id: desk.id })).agents.map(({ user_id }: any) => user_id);
    expect([await ids(dan, ann), await ids(eve, dan)]).toEqual([
      [ann.id, dan.id],
      [dan.id, eve.id],
    ]);
    for (const who of [bob, eve]) await scene.refused(who, 'list-agents', { desk_id: ann.id }, 403, 'Forbidden');
    const page = await scene.ask(ann, 'list-agents', { limit: 1 });
    const rest = await scene.ask(ann, 'list-agents', { limit: 1, cursor: page.next_cursor });
    expect([page.agents[0].is_owner, rest.agents[0].user_id, rest.next_cursor]).toEqual([true, dan.id, null]);
  });

  it('are fifty at most, however many are added at once', async () => {
    await scene.rows(
      `WITH made AS (INSERT INTO account.users (email) SELECT 'a' || n || $2 FROM generate_series(1, 47) n RETURNING id)
       INSERT INTO ext_support.agents (owner_id, user_id) SELECT $1, id FROM made`,
      ann.id,
      `${unknown}@x.example`,
    );
    const crowd = await scene.people(6);
    const answers = await atOnce(6, (at) => save(ann, { user_id: (crowd[at] as Account).id }));
    expect(tally(answers)).toEqual({ 200: 2, 409: 4 });
    expect(refusals(answers)).toEqual([{ error: 'At most 50 agents' }]);
    await save(ann, { user_id: dan.id, active: false }).expect(200);
    await save(ann, { user_id: eve.id }).expect(200);
    await save(ann, { user_id: dan.id, active: true }).expect(409);
  });

  it('leave what they had to others', async () => {
    await scene.ask(ann, 'update-settings', { auto_assign: 'round_robin' });
    const other = await scene.agent(ann);
    const done = await scene.open(bob, ann);
    const mine = [done, ticket, await scene.open(bob, ann)].map(({ id }) => id);
    await scene.ask(ann, 'update-ticket', { ticket_ids: mine, assignee_id: dan.id });
    await scene.update(ann, done, { status: 'resolved' });
    const told = (await scene.types(other)).length;
    const gone = { user_id: dan.id, active: false };
    expect(tally(await atOnce(5, () => save(ann, gone)))).toEqual({ 200: 5 });
    const assignees = await scene.rows(
      'SELECT id, assignee_id FROM ext_support.tickets WHERE owner_id = $1 AND id <> $2',
      ann.id,
      done.id,
    );
    expect(assignees.map(({ assignee_id }) => assignee_id)).toEqual([other.id, other.id]);
    expect((await scene.row(done)).assignee_id).toBe(dan.id);
    expect((await scene.types(other)).slice(told)).toEqual(['assigned']);
    await change(ann, { assignee_id: dan.id }).expect(400, { error: 'Assignee is not an active agent' });
    await scene.ask(ann, 'save-agent', { user_id: other.id, active: false });
    expect((await scene.row(ticket)).assignee_id).toBeNull();
  });

  it('are none any more when a ticket is given to them at the same moment', async () => {
    const answers = await atOnce(20, (at) =>
      at === 10
        ? save(ann, { user_id: dan.id, active: false })
        : at % 2
          ? change(ann, { assignee_id: dan.id })
          : scene.call(dan, 'reply-to-ticket', { ticket_id: ticket.id, body: 'x' }),
    );
    expect(Object.keys(tally(answers)).every((code) => ['200', '400', '403'].includes(code))).toBe(true);
    expect((await scene.row(ticket)).assignee_id).toBeNull();
  });
});
