import { eventually, TestService, type Account } from '../support/service.js';
import { RealtimeClient } from '../support/realtime-client.js';

let service: TestService;
let host: Account;
let guest: Account;

beforeAll(async () => {
  service = await TestService.start();
  host = await service.account();
});
beforeEach(async () => {
  guest = await service.account();
});
afterAll(() => service.stop());

const rooms = '/v1/community/rooms';
const connect = ({ access_token }: Account) => RealtimeClient.as(service.url, access_token);
const streamOf = (id: string) => `room:${id}`;

async function newRoom(is_private = false): Promise<string> {
  const { body } = await host.client.post(rooms, { name: 'Room', is_private }).expect(201);
  return body.room.id;
}

const join = (account: Account, id: string) => account.client.post(`${rooms}/${id}/join`).expect(200);
const say = (id: string, content: string, account = host) =>
  account.client.post(`${rooms}/${id}/messages`, { content }).expect(201);
const moderate = (id: string, what: string, account = guest) =>
  host.client.post(`${rooms}/${id}/moderation/${what}`, { user_id: account.id }).expect(200);
const contents = (client: RealtimeClient) => client.of('message.created').map(({ data }) => data.message.content);

it('users who create or join a room are subscribed to it', async () => {
  const [hostClient, others] = [await connect(host), await connect(guest)];
  const id = await newRoom();
  await hostClient.frame(({ op, stream }) => op === 'subscribed' && stream === streamOf(id));
  await join(guest, id);
  const subscribed = await others.frame(({ op }) => op === 'subscribed');
  expect(subscribed).toMatchObject({ id: null, stream: streamOf(id), recovered: false });
  await say(id, 'hello');
  for (const client of [hostClient, others]) await client.event('message.created');
  await hostClient.event('member.joined', ({ data }) => data.user_id === guest.id);
  const again = await connect(guest);
  expect(again.frames.find(({ op }) => op === 'ready')?.streams).toMatchObject([
    { stream: `user:${guest.id}` },
    { stream: streamOf(id) },
  ]);
  for (const client of [hostClient, others, again]) await client.close();
});

it.each([
  ['kick', 'kicked'],
  ['ban', 'banned'],
  ['leave', 'left'],
])('%s: no event of the room follows', async (what, reason) => {
  const id = await newRoom();
  await join(guest, id);
  const [hostClient, others] = [await connect(host), await connect(guest)];
  const said = Array.from({ length: 40 }, (_, at) => say(id, `line ${at}`));
  if (what === 'leave') await guest.client.post(`${rooms}/${id}/leave`).expect(200);
  else await moderate(id, what);
  const left = await hostClient.event('member.left');
  expect(left.data).toEqual({ room_id: id, user_id: guest.id, reason });
  await others.frame(({ op }) => op === 'unsubscribed');
  const removed = await others.event('room.removed');
  expect(removed.data).toEqual({ room_id: id, reason });
  await Promise.all(said);
  await say(id, 'the last');
  await hostClient.event('message.created', ({ data }) => data.message.content === 'the last');
  await others.settled();
  const last = others.of('message.created').at(-1);
  expect(last?.seq ?? 0).toBeLessThan(left.seq as number);
  expect(others.frames.find(({ op }) => op === 'unsubscribed')).toMatchObject({ reason });
  for (const client of [hostClient, others]) await client.close();
});

it('a reader who is not a member gets events of a public room until banned, or until it is private', async () => {
  const [id, other] = [await newRoom(), await newRoom()];
  const reader = await connect(guest);
  await reader.subscribe(streamOf(id), streamOf(other));
  await say(id, 'one');
  await reader.event('message.created');
  await moderate(id, 'ban');
  await reader.frame((frame) => frame.op === 'unsubscribed' && frame.stream === streamOf(id));
  await host.client.patch(`${rooms}/${other}`, { is_private: true }).expect(200);
  await reader.frame(({ op, stream, reason }) => {
    return op === 'unsubscribed' && stream === streamOf(other) && reason === 'access';
  });
  for (const room of [id, other]) await say(room, 'two');
  await reader.settled();
  expect(contents(reader)).toEqual(['one']);
  const answers = await reader.subscribe(streamOf(id), streamOf(other));
  expect(answers.map(({ error }) => error)).toEqual(['forbidden', 'not_found']);
  const catchUp = (room: string) => guest.client.get(`/v1/realtime/catch-up?stream=${streamOf(room)}`);
  await catchUp(id).expect(403, { error: 'You are banned from this room' });
  await catchUp(other).expect(404, { error: 'Stream not found' });
  await reader.close();
});

it('a deleted room ends all subscriptions', async () => {
  const id = await newRoom();
  await join(guest, id);
  const client = await connect(guest);
  await host.client.delete(`${rooms}/${id}`).expect(200);
  await client.event('room.deleted');
  await client.frame((frame) => frame.op === 'unsubscribed' && frame.reason === 'deleted');
  await client.close();
});

it('a client that reads by GET and continues from its position ends with the same state', async () => {
  const id = await newRoom();
  await say(id, 'before');
  const client = await connect(host);
  const drawn = await host.client.get(`${rooms}/${id}/messages`).expect(200);
  const [stream, epoch, since] = (drawn.headers['x-realtime-position'] as string).split(';') as [
    string,
    string,
    string,
  ];
  expect(stream).toBe(streamOf(id));
  await client.ask({ op: 'unsubscribe', streams: [stream] });
  const kept = (await say(id, 'kept')).body.message;
  const gone = (await say(id, 'gone')).body.message;
  await host.client.patch(`${rooms}/${id}/messages/${kept.id}`, { content: 'changed' }).expect(200);
  await host.client.delete(`${rooms}/${id}/messages/${gone.id}`).expect(200);
  await client.subscribe({ stream, epoch, since: Number(since) });
  await client.event('message.deleted');
  const shown = new Map(drawn.body.messages.map((message: any) => [message.id, message.content]));
  for (const { type, data } of client.events) {
    if (type === 'message.deleted') shown.set(data.message_id, null);
    else if (data.message) shown.set(data.message.id, data.message.content);
  }
  const fresh = (await host.client.get(`${rooms}/${id}/messages`).expect(200)).body.messages;
  const after = new Map(fresh.map(({ id: key, content, deleted_at }: any) => [key, deleted_at ? null : content]));
  expect([...shown].filter(([, content]) => content)).toEqual(
    [...after].filter(([, content]) => content).sort(([a], [b]) => (a as string).localeCompare(b as string)),
  );
  await client.close();
});

it('client_ref marks the client’s own message', async () => {
  const id = await newRoom();
  const client = await connect(host);
  await host.client
    .with({ 'idempotency-key': 'draft-1' })
    .post(`${rooms}/${id}/messages`, { content: 'once' })
    .expect(201);
  expect((await client.event('message.created')).data.client_ref).toBe('draft-1');
  await client.close();
});

describe('access to subscriptions', () => {
  const subscribed = async (account: Account, id: string) => {
    const client = await connect(account);
    const [answer] = await client.subscribe(streamOf(id));
    await client.close();
    return answer?.error ?? 'yes';
  };

  it.each([
    ['public', false, ['yes', 'yes', 'forbidden', 'yes', 'yes']],
    ['private', true, ['yes', 'not_found', 'not_found', 'not_found', 'yes']],
  ])('to a %s room: member, stranger, banned, blocked by the host, admin', async (_, isPrivate, expected) => {
    const id = await newRoom(isPrivate);
    const [banned, blocked, admin] = [await service.account(), await service.account(), await service.admin()];
    await moderate(id, 'ban', banned);
    await host.client.put(`/v1/users/${blocked.id}/block`).expect(200);
    const answers: string[] = [];
    for (const account of [host, guest, banned, blocked, admin]) answers.push(await subscribed(account, id));
    expect(answers).toEqual(expected);
  });

  it('only the owner may subscribe to a private stream', async () => {
    const client = await connect(guest);
    const [answer] = await client.subscribe(`user:${host.id}`);
    expect(answer).toMatchObject({ error: 'not_found' });
    await client.close();
  });
});

it('typing is delivered immediately, as with POST', async () => {
  const id = await newRoom();
  await join(guest, id);
  const [hostClient, others] = [await connect(host), await connect(guest)];
  const [reply] = await others.ask({ op: 'typing', channel_id: id, is_typing: true });
  expect(reply).toMatchObject({ ok: true });
  const { data } = await hostClient.event('typing');
  expect(data).toMatchObject({ channel_id: id, user_id: guest.id, is_typing: true });
  await moderate(id, 'mute');
  await eventually(async () => {
    const [muted] = await others.ask({ op: 'typing', channel_id: id, is_typing: true });
    expect(muted).toMatchObject({ ok: false, error: 'forbidden' });
  });
  for (const client of [hostClient, others]) await client.close();
});
