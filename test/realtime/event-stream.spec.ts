import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { ConnectionRegistry } from '../../src/realtime/connections/connections.registry.js';
import { eventually, PASSWORD } from '../support/service.js';
import { faultOf, RealtimeClient } from '../support/realtime-client.js';
import { type Actor, newStream, Stage } from './stage.js';

let stage: Stage;
let actor: Actor;

beforeAll(async () => {
  stage = await Stage.start();
  actor = await stage.actor();
});
afterAll(() => stage.stop());

/** Parses the response as an EventSource does. */
class Listener {
  text = '';
  ended = false;

  constructor(readonly response: IncomingMessage) {
    response.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
    response.on('close', () => (this.ended = true));
  }

  get messages(): { id?: string; data: any }[] {
    const blocks = this.text.split('\n\n').slice(0, -1);
    return blocks.flatMap((block) => {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      return data ? [{ id: /^id: (.*)$/m.exec(block)?.[1], data: JSON.parse(data) }] : [];
    });
  }

  get seqs(): number[] {
    return this.messages.filter(({ data }) => data.op === 'event').map(({ data }) => data.seq);
  }

  async holds(count: number) {
    await eventually(async () => expect(this.messages.length).toBeGreaterThanOrEqual(count));
    for (const { data } of this.messages) expect(faultOf(data)).toBeUndefined();
    return this.messages;
  }

  close(): void {
    this.response.destroy();
  }
}

async function listen(query: string, headers: Record<string, string> = {}): Promise<Listener> {
  const given = query.includes('ticket=') ? headers : { authorization: `Bearer ${actor.token}`, ...headers };
  const request = get(`${stage.url}/v1/realtime/events${query}`, { headers: given, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return new Listener(response);
}

it('sends ready, then events with their position as the id', async () => {
  const stream = newStream();
  await stage.say(stream, 1);
  const listener = await listen(`?streams=${stream},user:${actor.id},room:nonsense`);
  expect(listener.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  await listener.holds(1);
  expect(listener.text).toMatch(/^retry: 3000\ndata: \{"op":"ready"/);
  await stage.say(stream, 2);
  const [ready, event] = await listener.holds(2);
  expect(ready?.data.streams).toMatchObject([
    { stream, seq: 1, recovered: false },
    { stream: `user:${actor.id}`, recovered: false },
    { stream: 'room:nonsense', error: 'not_found' },
  ]);
  const epoch = ready?.data.streams[0].epoch;
  expect(event).toMatchObject({ id: `${stream};${epoch};2`, data: { op: 'event', data: { line: 2 } } });
  listener.close();
});

it('has the default streams if none is named', async () => {
  const listener = await listen('');
  const [ready] = await listener.holds(1);
  expect(ready?.data).toMatchObject({ user_id: actor.id, streams: [{ stream: `user:${actor.id}` }] });
  listener.close();
});

describe('resuming', () => {
  it('continues from each named position, by header or in the address', async () => {
    const [one, two] = [newStream(), newStream()];
    await stage.say(one, 1, 2, 3);
    await stage.say(two, 1, 2, 3);
    const first = await listen(`?streams=${one},${two}`);
    const [ready] = await first.holds(1);
    first.close();
    const epoch = ready?.data.streams[0].epoch;
    const positions = `${one};${epoch};1,${two};${epoch};2`;
    for (const again of [
      await listen(`?streams=${one},${two}`, { 'last-event-id': positions }),
      await listen(`?streams=${one},${two}&since=${positions}`),
    ]) {
      const messages = await again.holds(4);
      expect(messages[0]?.data.streams).toMatchObject([{ recovered: true }, { recovered: true }]);
      const told = messages.slice(1).map(({ data }) => `${data.stream} ${data.seq}`);
      expect(told.sort()).toEqual([`${one} 2`, `${one} 3`, `${two} 3`].sort());
      again.close();
    }
  });

  it('replays the other streams from a minute before', async () => {
    const [named, other, old] = [newStream(), newStream(), newStream()];
    for (const stream of [old, other, named]) await stage.say(stream, 1, 2);
    const age = (stream: string, seq: number, seconds: number) =>
      stage.pool.query(
        `UPDATE realtime.events SET created_at = created_at - $3 * interval '1 second' WHERE stream = $1 AND seq = $2`,
        [stream, seq, seconds],
      );
    await age(other, 1, 120);
    await age(old, 1, 300);
    await age(old, 2, 200);
    const epoch = (await (await listen(`?streams=${named}`)).holds(1))[0]?.data.streams[0].epoch;
    const listener = await listen(`?streams=${named},${other},${old}`, {
      'last-event-id': `${named};${epoch};2`,
    });
    const [ready, event] = await listener.holds(2);
    expect(ready?.data.streams.map((one: any) => one.recovered)).toEqual([true, true, true]);
    expect(event?.data).toMatchObject({ stream: other, seq: 2 });
    await stage.say(old, 3);
    expect((await listener.holds(3))[2]?.data).toMatchObject({ stream: old, seq: 3 });
    listener.close();
  });

  it('resyncs where it cannot continue', async () => {
    const stream = newStream();
    await stage.say(stream, 1);
    const listener = await listen(`?streams=${stream}`, { 'last-event-id': `${stream};other;1` });
    const [ready, resync] = await listener.holds(2);
    expect(ready?.data.streams).toMatchObject([{ recovered: false }]);
    expect(resync?.data).toMatchObject({ op: 'resync', stream, reason: 'epoch', seq: 1 });
    listener.close();
  });

  it.each(['nonsense', 'room:x;e', 'room:x;e;-1', 'room:x;e;1,'])('refuses %s', async (position) => {
    const headers = { authorization: `Bearer ${actor.token}` };
    for (const answer of [
      await stage.ask(`/v1/realtime/events?since=${position}`, headers),
      await stage.ask('/v1/realtime/events', { ...headers, 'last-event-id': position }),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([400, 'Validation error']);
    }
  });
});

describe('credentials', () => {
  const ticketOf = async (headers: Record<string, string> = { authorization: `Bearer ${actor.token}` }) => {
    const { status, body } = await stage.post('/v1/realtime/tickets', {}, headers);
    expect([status, body]).toEqual([201, { ticket: expect.any(String), expires_in: 30 }]);
    return body.ticket as string;
  };

  it('a ticket opens one connection', async () => {
    const ticket = await ticketOf();
    const listener = await listen(`?ticket=${ticket}`);
    const [ready] = await listener.holds(1);
    expect(ready?.data.expires_at).toMatch(/Z$/);
    listener.close();
    const again = await stage.ask(`/v1/realtime/events?ticket=${ticket}`);
    expect([again.status, again.body]).toEqual([401, { error: 'Not authenticated' }]);
  });

  it('one ticket used twenty times at once: one connection is accepted', async () => {
    const ticket = await ticketOf();
    const all = await Promise.all(Array.from({ length: 20 }, () => listen(`?ticket=${ticket}`)));
    const statuses = all.map(({ response }) => response.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const listener of all) listener.close();
  });

  it('a ticket is valid for thirty seconds', async () => {
    const ticket = await ticketOf();
    await stage.pool.query(`UPDATE realtime.tickets SET created_at = created_at - interval '31 seconds'`);
    expect((await stage.ask(`/v1/realtime/events?ticket=${ticket}`)).status).toBe(401);
  });

  describe('a ticket is refused at the handshake', () => {
    const expectRefused = async (ticket: string) => {
      const answer = await RealtimeClient.refused(stage.url, { query: `?ticket=${ticket}` });
      expect([answer.status, answer.body]).toEqual([401, { error: 'Not authenticated' }]);
    };
    const query = (text: string) => (id: string) => stage.pool.query(text, [id]);

    it.each<[string, (id: string, headers: Record<string, string>) => Promise<unknown>]>([
      ['session has ended', (_, headers) => stage.post('/v1/auth/sign-out', {}, headers)],
      ['account is gone', (_, headers) => stage.send('DELETE', '/v1/users/me', { password: PASSWORD }, headers)],
      ['account is banned', query(`UPDATE account.users SET user_status = 'banned' WHERE id = $1`)],
      ['token has run out', query(`UPDATE realtime.tickets SET expires_at = now() WHERE user_id = $1`)],
    ])('whose %s', async (_, end) => {
      const { id, token } = await stage.actor();
      const headers = { authorization: `Bearer ${token}` };
      const ticket = await ticketOf(headers);
      await end(id, headers);
      await expectRefused(ticket);
    });

    it('if its key was revoked or has expired, and not if its key is still valid', async () => {
      const headers = { authorization: `Bearer ${(await stage.actor()).token}` };
      const keyed = async (name: string) => {
        const { body } = await stage.post('/v1/api-keys', { name }, headers);
        return { id: body.api_key.id, ticket: await ticketOf({ 'x-api-key': body.key }) };
      };
      const [revoked, old, good] = [await keyed('revoked'), await keyed('old'), await keyed('good')];
      await stage.ask(`/v1/api-keys/${revoked.id}`, headers, 'DELETE');
      await query('UPDATE account.api_keys SET expires_at = now() WHERE id = $1')(old.id);
      await stage.post('/v1/auth/sign-out', {}, headers);
      for (const { ticket } of [revoked, old]) await expectRefused(ticket);
      await (await RealtimeClient.connect(stage.url, { query: `?ticket=${good.ticket}` })).close();
    });
  });

  it('is stored as a hash', async () => {
    const ticket = await ticketOf();
    const { rows } = await stage.pool.query('SELECT * FROM realtime.tickets');
    expect(JSON.stringify(rows)).not.toContain(ticket);
  });

  it('of a key: the connection belongs to the key', async () => {
    const headers = { authorization: `Bearer ${actor.token}` };
    const made = await stage.post('/v1/api-keys', { name: 'ticket' }, headers);
    const listener = await listen(`?ticket=${await ticketOf({ 'x-api-key': made.body.key })}`);
    expect((await listener.holds(1))[0]?.data.expires_at).toBeNull();
    await stage.ask(`/v1/api-keys/${made.body.api_key.id}`, headers, 'DELETE');
    await eventually(async () => expect(listener.ended).toBe(true));
    expect(listener.messages.at(-1)?.data).toEqual({ op: 'bye', code: 4401, retry_after_ms: null });
  });

  it.each([
    ['', 401, 'Not authenticated'],
    ['?ticket=nonsense', 401, 'Not authenticated'],
    ['?access_token=x', 400, 'Credentials do not belong in the address'],
  ])('%s is %d', async (query, status, error) => {
    const answer = await stage.ask(`/v1/realtime/events${query}`);
    expect([answer.status, answer.body]).toEqual([status, { error }]);
  });

  it('only authenticated callers get a ticket', async () => {
    expect((await stage.post('/v1/realtime/tickets', {})).status).toBe(401);
  });
});

it('sends comments to keep the connection alive', async () => {
  const listener = await listen('');
  await listener.holds(1);
  const connection = [...stage.get(ConnectionRegistry).listByUser(actor.id)].at(-1) as any;
  connection.keptAliveAt -= 15_000;
  await eventually(async () => expect(listener.text).toContain(': keep-alive\n\n'));
  listener.close();
});

it('socket, event stream and catch-up return the same', async () => {
  const stream = newStream();
  const client = await stage.connect(actor);
  const [{ epoch }] = (await client.subscribe(stream)) as any;
  const listener = await listen(`?streams=${stream}`);
  await listener.holds(1);
  await stage.say(stream, 1, 2, 3, 4, 5);
  await client.event('stage.line', ({ seq }) => seq === 5);
  await listener.holds(6);
  const headers = { authorization: `Bearer ${actor.token}` };
  const { body } = await stage.ask(`/v1/realtime/catch-up?stream=${stream}&epoch=${epoch}&since=0`, headers);
  const bySocket = client.frames.filter(({ op }) => op === 'event');
  expect(listener.messages.slice(1).map(({ data }) => data)).toEqual(bySocket);
  expect(body.events.map((event: object) => ({ op: 'event', ...event }))).toEqual(bySocket);
  listener.close();
  await client.close();
});
