import { person, type Person, TIME } from '../social/people.js';
import { type Account, PASSWORD, TestService } from '../support/service.js';
import { RealtimeClient, type RealtimeEvent } from '../support/realtime-client.js';
import { block, conversation, listed, NO_CONVERSATION, open, send } from './direct-people.js';

let service: TestService;
let ann: Account;
let bob: Account;
const sockets: RealtimeClient[] = [];
beforeAll(async () => {
  service = await TestService.lease();
  [ann, bob] = [await service.account(), await service.account()];
});
afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => socket.close()));
});
afterAll(() => service.stop());

const live = async ({ access_token }: Account) => {
  const socket = await RealtimeClient.as(service.url, access_token);
  sockets.push(socket);
  return socket;
};

interface Drawn {
  conversations: any[];
  messages: Record<string, any[]>;
  calls: any[];
}

/** What a client shows that reads everything now. */
async function draw({ client }: Account): Promise<Drawn> {
  const { conversations } = (await client.get('/v1/community/dm').expect(200)).body;
  const { calls } = (await client.get('/v1/community/calls/current').expect(200)).body;
  const messages: Record<string, any[]> = {};
  for (const { id } of conversations)
    messages[id] = (await client.get(`/v1/community/dm/${id}`).expect(200)).body.messages;
  return { conversations, messages, calls };
}

/** Applies an event to what a client shows that only listens. */
function apply(drawn: Drawn, own: string, { type, at, data }: RealtimeEvent): void {
  const { conversations, messages, calls } = drawn;
  const talk = conversations.find(({ id }) => id === (data.conversation_id ?? data.channel_id));
  const said = messages[data.conversation_id]?.find(({ id }) => id === (data.message?.id ?? data.message_id));
  const last = ({ id, content, sender_id, created_at, deleted_at }: any) => ({
    id,
    content,
    sender_id,
    created_at,
    deleted_at,
  });
  const change = (fields: object) => {
    Object.assign(said, fields);
    if (talk.last_message.id === said.id) talk.last_message = last(said);
  };
  if (type === 'conversation.created') {
    conversations.unshift(data.conversation);
    messages[data.conversation.id] = [];
  } else if (type === 'dm.created') {
    messages[talk.id]?.unshift(data.message);
    const unread_count = data.message.sender_id === own ? 0 : talk.unread_count + 1;
    Object.assign(talk, {
      last_message: last(data.message),
      updated_at: data.message.created_at,
      unread_count,
    });
    conversations.sort((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
  } else if (type === 'dm.updated') change(data.message);
  else if (type === 'dm.deleted') change({ content: '', deleted_at: at, reactions: [] });
  else if (type === 'dm.reaction') change({ reactions: data.reactions });
  else if (type === 'read.updated') talk.unread_count = data.unread_count;
  else if (type === 'call.ringing') calls.unshift(data.call);
  else if (type === 'call.active')
    calls.splice(
      calls.findIndex(({ id }) => id === data.call.id),
      1,
      data.call,
    );
  else if (type === 'call.ended')
    calls.splice(
      calls.findIndex(({ id }) => id === data.call.id),
      1,
    );
}

/** The event of a deletion does not tell its exact time. */
const withoutMoments = (drawn: Drawn) =>
  JSON.parse(JSON.stringify(drawn), (key, value: unknown) => (key === 'deleted_at' ? value && 'then' : value));

describe('a client that only listens', () => {
  it('shows the same as a client that reads everything again, after each change', async () => {
    const cat = await person(service);
    await open(bob, cat).expect(201);
    const watching = [ann, bob];
    const listening = await Promise.all(watching.map(live));
    const states = await Promise.all(watching.map(draw));
    let id = '';
    let message = '';
    let call = '';
    const call_id = async (answer: PromiseLike<any>) => (call = (await answer).body.call.id);
    const path = () => `/v1/community/dm/${id}`;
    const steps: (() => PromiseLike<any>)[] = [
      async () => (id = (await open(ann, bob).expect(201)).body.conversation.id),
      async () => (message = (await send(ann, id, 'Helo').expect(201)).body.message.id),
      () => ann.client.patch(`${path()}/messages/${message}`, { content: 'Hello' }).expect(200),
      () => bob.client.post(`${path()}/reactions`, { message_id: message, emoji: '👍' }).expect(200),
      () => send(ann, id, 'Are you there?').expect(201),
      () => bob.client.post(`${path()}/read`, { message_id: message }).expect(200),
      () => send(bob, id, 'Yes').expect(201),
      () => bob.client.delete(`${path()}/messages/${message}/reactions/👍`).expect(200),
      () => ann.client.delete(`${path()}/messages/${message}`).expect(200),
      async () => {
        const { body } = await send(bob, id, 'Gone').expect(201);
        await bob.client.delete(`${path()}/messages/${body.message.id}`).expect(200);
      },
      () => call_id(ann.client.post('/v1/community/calls/start', { target_id: bob.id, type: 'voice' })),
      () => call_id(bob.client.post('/v1/community/calls/start', { target_id: ann.id, type: 'video' })),
      () => ann.client.post('/v1/community/calls/join', { call_id: call }).expect(200),
      () => bob.client.post('/v1/community/calls/leave').expect(200),
      // These requests change nothing.
      () => open(bob, ann).expect(201),
      () => bob.client.post('/v1/community/calls/end', { call_id: call }).expect(200),
      () => ann.client.delete(`${path()}/messages/${message}`).expect(404),
    ];
    for (const step of steps) {
      await step();
      for (const [n, socket] of listening.entries()) {
        await socket.settled();
        const state = states[n] as Drawn;
        const who = watching[n] as Account;
        for (const event of socket.events.splice(0)) apply(state, who.id, event);
        expect(withoutMoments(state)).toEqual(withoutMoments(await draw(who)));
      }
    }
  });

  it('receives typing and presence', async () => {
    const { body } = await open(ann, bob).expect(201);
    const channel_id = body.conversation.id;
    const [hers, his] = [await live(ann), await live(bob)];
    const cat = await person(service);
    const watch = (user_ids: string[]) => his.ask({ op: 'watch', user_ids });
    const nobody = (user_id: string) => ({ user_id, status: 'offline', last_seen: null });
    await block(cat, { id: bob.id } as Person);
    expect((await watch([ann.id, cat.id]))[0]?.presences).toEqual([nobody(ann.id), nobody(cat.id)]);
    await hers.ask({ op: 'typing', channel_id, is_typing: true });
    expect((await his.event('typing')).data.user_id).toBe(ann.id);
    await cat.client.post('/v1/community/presence', {}).expect(200);
    const [reply] = await hers.ask({ op: 'presence', status: 'dnd' });
    expect(reply).toMatchObject({ ok: true });
    expect((await his.event('presence')).data).toEqual({ user_id: ann.id, status: 'dnd', last_seen: TIME });
    await his.settled();
    expect(his.of('presence')).toHaveLength(1);
    const refused = await hers.ask({ op: 'typing', channel_id: cat.id, is_typing: true });
    expect(refused[0]).toMatchObject({ ok: false, error: 'not_found' });
  });
});

it('a conversation is deleted with either account, and the other participant gets an event', async () => {
  const [dan, cat] = [await service.account(), await person(service)];
  const one = await conversation(dan, ann);
  const other = await conversation(cat, dan);
  await send(dan, one).expect(201);
  const [hers, his] = [await live(ann), await RealtimeClient.connect(service.url, { headers: cat.client.headers })];
  sockets.push(his);
  await dan.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
  for (const [socket, conversation_id] of [
    [hers, one],
    [his, other],
  ] as const) {
    const { data, actor_id, stream } = await socket.event('conversation.removed');
    const owner = socket === hers ? ann.id : cat.id;
    expect({ data, actor_id, stream }).toEqual({
      data: { conversation_id },
      actor_id: dan.id,
      stream: `user:${owner}`,
    });
    await socket.settled();
    expect(socket.of('conversation.removed')).toHaveLength(1);
  }
  expect((await listed(ann)).some(({ id }: { id: string }) => id === one)).toBe(false);
  await ann.client.get(`/v1/community/dm/${one}`).expect(404, NO_CONVERSATION);
});
