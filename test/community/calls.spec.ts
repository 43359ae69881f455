import type { Test } from 'supertest';
import { CALL_STATES } from '../../src/community/calls/call.entity.js';
import { CALL_MOVES } from '../../src/community/calls/call.repository.js';
import { EndForgottenCallsJob } from '../../src/community/calls/end-calls.job.js';
import { EndUnansweredCallJob } from '../../src/community/calls/end-calls.job.js';
import { atOnce, tally } from '../account/at-once.js';
import { events, invalid, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN } from '../social/people.js';
import { eventually, PASSWORD, TestService } from '../support/service.js';
import { block, ID, told } from './direct-people.js';

let service: TestService;
let ann: Person;
let bob: Person;
let cat: Person;
beforeAll(async () => {
  service = await TestService.lease();
  cat = await person(service);
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

const NO_CALL = { error: 'Call not found' };
const ENDED = { error: 'Call has ended' };
const CANNOT_CALL = { error: 'You cannot call this user' };
const post = ({ client }: Pick<Person, 'client'>, what: string, body?: object) =>
  client.post(`/v1/community/calls/${what}`, body);
const start = (one: Person, { id }: { id: string }, type: unknown = 'voice') =>
  post(one, 'start', { target_id: id, type });
const join = (one: Person, call_id: unknown) => post(one, 'join', { call_id });
const end = (one: Person, call_id: unknown) => post(one, 'end', { call_id });
const leave = (one: Person) => post(one, 'leave');
const current = async ({ client }: Person) => (await client.get('/v1/community/calls/current').expect(200)).body.calls;
/** The call as it is listed after the request. */
const shown = async (one: Person, call: Test) => {
  const { id } = (await call.expect(200)).body.call;
  return (await current(one)).find((known: { id: string }) => known.id === id);
};
const ringing = (one: Person, other: Person) => shown(one, start(one, other));
const active = async (one: Person, other: Person) => shown(one, join(other, (await ringing(one, other)).id));
const stateOf = async ({ id }: { id: string }) =>
  (await service.database.query('SELECT status FROM community.calls WHERE id = $1', [id])).rows[0].status;
/** The events of both participants, without those that announce the ringing. */
const both = async () => {
  const [one, other] = [await told(service, ann), await told(service, bob)];
  expect(one).toEqual(other);
  return one.filter(({ type }) => type !== 'call.ringing');
};

describe('the states of a call', () => {
  it('are all reachable from ringing, and no move leaves ended', () => {
    const reached = new Set<string>(['ringing']);
    const moves = Object.values(CALL_MOVES);
    for (const _ of CALL_STATES)
      for (const { from, to } of moves) if (from.some((state) => reached.has(state))) reached.add(to);
    expect([...reached].sort()).toEqual([...CALL_STATES].sort());
    expect(moves.filter(({ from }) => from.includes('ended'))).toEqual([]);
  });
});

describe('POST /v1/community/calls/start', () => {
  it("announces the ringing to both, with the caller's name", async () => {
    await ann.client.patch('/v1/users/me', { first_name: 'Ann', last_name: 'Archer' }).expect(200);
    const { body } = await start(ann, { id: bob.id.toUpperCase() }, 'video').expect(200);
    expect(body).toEqual({
      call: {
        id: ID,
        initiator_id: ann.id,
        target_id: bob.id,
        type: 'video',
        status: 'ringing',
        ended_at: null,
      },
    });
    const call = { ...body.call, created_at: TIME, answered_at: null };
    const from = { name: 'Ann Archer', avatar_url: null };
    const event = { type: 'call.ringing', actor_id: ann.id, data: { call, from } };
    expect([await told(service, ann), await told(service, bob)]).toEqual([[event], [event]]);
    expect([await current(ann), await current(bob), await current(cat)]).toEqual([[call], [call], []]);
    expect(await events(service, ann.id, 'call.started')).toHaveLength(1);
  });

  it('enqueues its end half a minute later', async () => {
    const { id } = await ringing(ann, bob);
    const { rows } = await service.database.query(
      `SELECT extract(epoch FROM start_after - created_on)::int AS delay FROM jobs.job
       WHERE name = 'community.end-unanswered-call' AND data = $1`,
      [{ call_id: id }],
    );
    expect(rows).toEqual([{ delay: 30 }]);
  });

  it('refuses the caller, unknown users and blocks', async () => {
    for (const id of [ann.id, ann.id.toUpperCase()])
      await start(ann, { id }).expect(400, { error: 'You cannot call yourself' });
    await start(ann, { id: UNKNOWN }).expect(404, { error: 'User not found' });
    await service.setStatus(bob.id, 'suspended');
    await start(ann, bob).expect(404, { error: 'User not found' });
    await service.setStatus(bob.id, 'active');
    await block(bob, ann);
    await start(ann, bob).expect(403, CANNOT_CALL);
    await start(bob, ann).expect(403, CANNOT_CALL);
    expect(await told(service, bob)).toEqual([]);
  });

  it('needs a target, a type and authentication', async () => {
    expect((await start(ann, { id: 'bob' }, 'smell').expect(400)).body).toEqual(invalid('target_id', 'type'));
    for (const type of [null, 1, 'Voice', ['voice']]) await start(ann, bob, type).expect(400);
    const nobody = { client: service.client() };
    for (const what of ['start', 'join', 'leave', 'end']) await post(nobody, what, {}).expect(401, NOT_AUTHENTICATED);
    await nobody.client.get('/v1/community/calls/current').expect(401, NOT_AUTHENTICATED);
  });

  it('starts one call for one Idempotency-Key; without a key several calls ring', async () => {
    const keyed = { ...ann, client: ann.client.with({ 'idempotency-key': 'call' }) };
    const answers = await atOnce(5, () => start(keyed, bob));
    expect(new Set(answers.map(({ body }) => body.call.id)).size).toBe(1);
    const { id } = await ringing(bob, ann);
    expect((await current(ann)).map((call: { id: string }) => call.id)).toEqual([id, answers[0]?.body.call.id]);
  });
});

describe('POST /v1/community/calls/join', () => {
  it('makes the call active once, whichever participant joins', async () => {
    const call = await ringing(ann, bob);
    const answers = await atOnce(20, (n) => join(n % 2 ? ann : bob, call.id));
    expect(tally(answers)).toEqual({ 200: 20 });
    const [{ body }] = answers as [(typeof answers)[0]];
    const { created_at, answered_at: _, ...answered } = call;
    expect(body).toEqual({ call: { ...answered, status: 'active' } });
    const now = { ...body.call, created_at, answered_at: TIME };
    for (const answer of answers) expect(answer.body).toEqual(body);
    expect(await both()).toEqual([{ type: 'call.active', actor_id: expect.any(String), data: { call: now } }]);
    expect(await current(bob)).toEqual([now]);
  });

  it('refuses others, and calls that have ended', async () => {
    const { id } = await ringing(ann, bob);
    for (const call of [UNKNOWN]) await join(ann, call).expect(404, NO_CALL);
    await join(cat, id).expect(404, NO_CALL);
    expect((await join(ann, 'x').expect(400)).body).toEqual(invalid('call_id'));
    await end(ann, id).expect(200);
    await join(bob, id).expect(409, ENDED);
    await join(ann, id).expect(409, ENDED);
    await join(cat, id).expect(404, NO_CALL);
  });

  it('is refused when a block was set after the call started', async () => {
    const { id } = await ringing(ann, bob);
    await block(bob, ann);
    await join(ann, id).expect(403, CANNOT_CALL);
    await join(bob, id).expect(403, CANNOT_CALL);
    await end(bob, id).expect(200);
  });
});

describe('POST /v1/community/calls/end', () => {
  const endings: [string, () => Promise<{ id: string }>, () => Person, string][] = [
    ['while it rings, by the initiator', () => ringing(ann, bob), () => ann, 'canceled'],
    ['while it rings, by the target', () => ringing(ann, bob), () => bob, 'declined'],
    ['while it is active, by the initiator', () => active(ann, bob), () => ann, 'hangup'],
    ['while it is active, by the target', () => active(ann, bob), () => bob, 'hangup'],
  ];
  it.each(endings)('%s', async (_, begin, who, reason) => {
    const call = await begin();
    const { body } = await end(who(), call.id.toUpperCase()).expect(200);
    expect(body).toEqual({ call: { id: call.id, status: 'ended', ended_at: TIME } });
    expect((await both()).at(-1)).toEqual({
      type: 'call.ended',
      actor_id: who().id,
      data: { call: { ...call, ...body.call }, reason },
    });
    await end(ann, call.id).expect(200, body);
    await end(bob, call.id).expect(200, body);
    expect((await told(service, bob, 'call.ended')).length).toBe(1);
    expect([await current(ann), await current(bob)]).toEqual([[], []]);
    expect(await events(service, who().id, 'call.ended')).toEqual([
      { call_id: call.id, initiator_id: ann.id, target_id: bob.id, reason },
    ]);
  });

  it('refuses others', async () => {
    const call = await ringing(ann, bob);
    await end(cat, call.id).expect(404, NO_CALL);
    await end(ann, UNKNOWN).expect(404, NO_CALL);
    expect((await end(ann, null).expect(400)).body).toEqual(invalid('call_id'));
    expect(await stateOf(call)).toBe('ringing');
  });

  it('wins over a concurrent join, and happens once', async () => {
    for (let round = 0; round < 5; round++) {
      const call = await ringing(ann, bob);
      const answers = await atOnce(20, (n) => (n % 4 ? join(bob, call.id) : end(ann, call.id)));
      for (const [n, { status }] of answers.entries()) expect([200, 409]).toContain(n % 4 ? status : 200);
      expect(await stateOf(call)).toBe('ended');
      const types = (await both()).filter(({ data }) => data.call.id === call.id).map(({ type }) => type);
      expect([['call.ended'], ['call.active', 'call.ended']]).toContainEqual(types);
    }
  });
});

describe('POST /v1/community/calls/leave', () => {
  it('ends the active calls of the caller, and none that ring', async () => {
    const [, second] = [await active(ann, bob), await active(cat, ann)];
    const other = await ringing(bob, ann);
    const { body } = await leave(ann).expect(200);
    expect(body).toEqual({ call: { id: second.id, status: 'ended', ended_at: TIME } });
    expect(await current(ann)).toEqual([other]);
    expect((await told(service, ann, 'call.ended')).map(({ data }) => data.reason)).toEqual(['hangup', 'hangup']);
    expect(await told(service, bob, 'call.ended')).toHaveLength(1);
    await leave(ann).expect(404, { error: 'No active call' });
    await leave(bob).expect(404, { error: 'No active call' });
  });

  it('ends each call once when both participants leave several at the same time', async () => {
    for (let n = 0; n < 5; n++) await (n % 2 ? active(ann, bob) : active(bob, ann));
    const answers = await atOnce(20, (n) => leave(n % 2 ? ann : bob));
    expect(tally(answers)).toEqual({ 200: 1, 404: 19 });
    expect((await both()).filter(({ type }) => type === 'call.ended')).toHaveLength(5);
  });
});

describe('a call that nobody answers', () => {
  it('is ended by its job, unless somebody joined', async () => {
    const [call, spoken] = [await ringing(ann, bob), await active(ann, bob)];
    const job = service.app.get(EndUnansweredCallJob);
    for (const { id } of [call, call, spoken, { id: UNKNOWN }]) await job.run({ call_id: id });
    const [, event, ...more] = await both();
    expect(event).toEqual({
      type: 'call.ended',
      actor_id: null,
      data: { call: { ...call, status: 'ended', ended_at: TIME }, reason: 'no_answer' },
    });
    expect(more).toEqual([]);
    await join(bob, call.id).expect(409, ENDED);
    expect(await current(ann)).toEqual([spoken]);
  });

  it('is ended by the scheduled job when its own job was lost', async () => {
    const [old, fresh] = [await ringing(ann, bob), await ringing(ann, bob)];
    const age = (id: string) =>
      service.database.query(`UPDATE community.calls SET created_at = now() - interval '31 seconds' WHERE id = $1`, [
        id,
      ]);
    await age(old.id);
    await age((await active(ann, bob)).id);
    await service.app.get(EndForgottenCallsJob).run();
    expect((await both()).filter(({ type }) => type === 'call.ended').map(({ data }) => data.call.id)).toEqual([
      old.id,
    ]);
    expect(await stateOf(fresh)).toBe('ringing');
  });
});

describe('a deleted account', () => {
  it('ends its calls, and had them in the data export before', async () => {
    const account = await service.account();
    const spoken = await active(account, bob);
    await ringing(bob, account);
    const ended = (await ringing(account, bob)) as { id: string };
    await end(bob, ended.id).expect(200);
    const url = await eventually(async () => {
      const { body } = await account.client.get('/v1/users/me/export').expect(200);
      return (body.export.url as string | null) ?? Promise.reject(new Error('not ready yet'));
    });
    const { body } = await service.client().get(new URL(url).pathname).expect(200);
    expect(body.direct.calls).toHaveLength(3);
    expect(body.direct.calls[0]).toMatchObject({ id: spoken.id, type: 'voice', ended_at: null });

    await account.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(await current(bob)).toEqual([]);
    const reasons = (await told(service, bob, 'call.ended')).map(({ data }) => data.reason);
    expect(reasons.sort()).toEqual(['declined', 'declined', 'hangup']);
    const { rowCount } = await service.database.query(
      'SELECT FROM community.calls WHERE $1 IN (initiator_id, target_id)',
      [account.id],
    );
    expect(rowCount).toBe(0);
  });
});
