import { person, type Person, walk } from '../social/people.js';
import { listen, listenFrom } from '../realtime/listening.js';
import type { RealtimeClient, RealtimeEvent } from '../support/realtime-client.js';
import {
  at,
  detail,
  invite,
  join,
  joined,
  leave,
  listed,
  moderate,
  open,
  privately,
  react,
  role,
  type Room,
  said,
  say,
} from './room-people.js';
import { ann, bob, cat, service, withPeople } from './stage.js';

withPeople();
const sockets: RealtimeClient[] = [];
afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => socket.close()));
});

const live = async (who: Person, ...streams: string[]) => {
  const socket = await listen(service, who, ...streams);
  sockets.push(socket);
  return socket;
};

interface Drawn {
  room: any;
  members: any[];
  messages: any[];
  listed: any[];
}

/** What a member sees when they read the whole room now. */
async function draw(who: Person, room: Room): Promise<Drawn> {
  const { room: shown, members, messages } = await detail(who, room);
  return { room: shown, members, messages, listed: await listed(who, '?joined=true') };
}

/** What a client computes from the events alone. */
function apply(drawn: Drawn, own: string, { type, at: moment, data }: RealtimeEvent): void {
  const { members, messages } = drawn;
  const line = drawn.listed.find(({ id }) => id === (data.room_id ?? data.channel_id ?? data.room?.id));
  const message = messages.find(({ id }) => id === (data.message?.id ?? data.message_id));
  const change = (fields: object) => {
    Object.assign(message, fields);
    if (line.last_message.id === message.id) line.last_message = last(message);
  };
  const rank = (one: any) => `${one.role}${one.joined_at}`;
  const counted = () => {
    members.sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
    drawn.room.member_count = line.member_count = members.length;
  };
  if (type === 'message.created') {
    messages.unshift(data.message);
    line.last_message = last(data.message);
    line.unread_count = data.message.author.id === own ? 0 : line.unread_count + 1;
  } else if (type === 'message.updated') change(data.message);
  else if (type === 'message.deleted') change({ content: '', deleted_at: moment, reactions: [] });
  else if (type === 'message.reaction') change({ reactions: data.reactions });
  else if (type === 'read.updated') line.unread_count = data.unread_count;
  else if (type === 'room.updated') {
    drawn.room = data.room;
    Object.assign(line, data.room);
  } else if (type === 'member.joined') {
    members.push({ ...data, joined_at: moment, is_banned: false });
    counted();
  } else if (type === 'member.left') {
    members.splice(
      members.findIndex(({ user_id }) => user_id === data.user_id),
      1,
    );
    counted();
  } else if (type === 'member.role') {
    members.find(({ user_id }) => user_id === data.user_id).role = data.role;
    counted();
  }
}
const last = ({ id, content, created_at, deleted_at, author }: any) => ({
  id,
  content,
  created_at,
  deleted_at,
  author,
});

/** The events do not carry the exact times of joining and of deleting a message. */
const withoutMoments = (drawn: Drawn) =>
  JSON.parse(JSON.stringify(drawn), (key, value: unknown) =>
    key === 'deleted_at' || key === 'joined_at' ? value && 'then' : value,
  );

describe('a client that only follows the stream', () => {
  it('sees the same as a client that reads everything again after each event', async () => {
    const room = await open(ann);
    await joined(room, bob);
    const watching = [ann, bob];
    const listening = await Promise.all(watching.map((who) => live(who)));
    const states = await Promise.all(watching.map((who) => draw(who, room)));
    const admin = await person(service, 'admin');
    let message: Room = room;
    const path = (rest = '') => at(room, `/messages/${message.id}${rest}`);
    const steps: (() => PromiseLike<unknown>)[] = [
      async () => (message = await said(ann, room, 'Helo')),
      () => ann.client.patch(path(), { content: 'Hello' }).expect(200),
      () => react(bob, room, message).expect(200),
      () => react(ann, room, message, '🎉').expect(200),
      () => said(ann, room, 'Anybody?'),
      () => bob.client.post(at(room, '/read'), { message_id: message.id }).expect(200),
      () => said(bob, room, 'Yes'),
      () => bob.client.delete(path('/reactions/👍')).expect(200),
      () => ann.client.delete(path()).expect(200),
      async () => (message = await said(bob, room, 'Gone')),
      () => ann.client.delete(path()).expect(200),
      () => join(cat, room).expect(200),
      () => role(ann, room, cat, 'admin').expect(200),
      () => role(ann, room, cat, 'member').expect(200),
      () => ann.client.patch(at(room), { name: 'New', is_private: true }).expect(200),
      () => moderate(ann, room, 'mute', cat).expect(200),
      () => cat.client.get(at(room)).expect(200),
      () => moderate(ann, room, 'kick', cat).expect(200),
      () => invite(ann, room, cat).expect(200),
      () => join(cat, room).expect(200),
      () => moderate(ann, room, 'ban', cat).expect(200),
      () => ann.client.delete(at(room, `/moderation/ban/${cat.id}`)).expect(200),
      () => ann.client.patch(at(room), { is_private: false, description: 'Open' }).expect(200),
      () => join(cat, room).expect(200),
      () => role(admin, room, bob, 'admin').expect(200),
      () => leave(cat, room).expect(200),
      // Requests that change nothing.
      () => leave(cat, room).expect(200),
      () => join(bob, room).expect(200),
      () => react(bob, room, message).expect(404),
      () => ann.client.patch(at(room), { name: 'New' }).expect(200),
      () => say(cat, room).expect(403),
    ];
    for (const step of steps) {
      await step();
      for (const [n, socket] of listening.entries()) {
        await socket.settled();
        const state = states[n] as Drawn;
        const who = watching[n] as Person;
        for (const event of socket.events.splice(0)) apply(state, who.id, event);
        expect([String(step), withoutMoments(state)]).toEqual([String(step), withoutMoments(await draw(who, room))]);
      }
    }
  });

  it('continues from the position of a GET', async () => {
    const room = await open(ann);
    await said(ann, room, 'before');
    const { headers, body } = await bob.client.get(at(room)).expect(200);
    await said(ann, room, 'between');
    const socket = await listenFrom(service, bob, headers['x-realtime-position'] as string);
    sockets.push(socket);
    const { data } = await socket.event('message.created');
    expect(data.message.content).toBe('between');
    const messages = await walk(bob.client, at(room, '/messages'), 'messages');
    expect(messages).toEqual([data.message, ...body.messages]);
  });
});

describe('who receives the events of a room', () => {
  const stream = ({ id }: Room) => `room:${id}`;
  const dropped = async (socket: RealtimeClient, room: Room) =>
    (await socket.frame(({ op, stream: one }) => op === 'unsubscribed' && one === stream(room))).reason;

  it('a new member, from then on, on all their connections', async () => {
    const room = await open(ann);
    const [one, two] = [await live(bob), await live(bob)];
    await join(bob, room).expect(200);
    for (const socket of [one, two])
      await socket.frame(({ op, stream: s }) => op === 'subscribed' && s === stream(room));
    await said(ann, room, 'Welcome');
    for (const socket of [one, two]) {
      expect((await socket.event('room.added')).data.room.id).toBe(room.id);
      expect((await socket.event('message.created')).data.message.content).toBe('Welcome');
    }
  });

  it.each([
    ['left', () => leave(bob, shared)],
    ['kicked', () => moderate(ann, shared, 'kick', bob)],
    ['banned', () => moderate(ann, shared, 'ban', bob)],
  ])('who has %s hears that, and nothing after it', async (reason, act) => {
    shared = await open(ann);
    await joined(shared, bob);
    const [bobs, anns] = [await live(bob), await live(ann)];
    await act().expect(200);
    expect(await dropped(bobs, shared)).toBe(reason);
    expect((await bobs.event('room.removed')).data).toEqual({ room_id: shared.id, reason });
    await said(ann, shared);
    await anns.event('message.created');
    await bobs.settled();
    expect(bobs.of('message.created')).toEqual([]);
    expect(bobs.of('member.left')).toEqual([]);
    expect((await anns.event('member.left')).data).toEqual({ room_id: shared.id, user_id: bob.id, reason });
  });
  let shared: Room;

  it('a reader who is not a member, until they are banned or the room becomes private', async () => {
    const room = await open(ann);
    const [bobs, cats] = [await live(bob, stream(room)), await live(cat, stream(room))];
    await said(ann, room);
    for (const socket of [bobs, cats]) await socket.event('message.created');
    await moderate(ann, room, 'ban', bob).expect(200);
    await dropped(bobs, room);
    await ann.client.patch(at(room), { is_private: true }).expect(200);
    expect(await dropped(cats, room)).toBe('access');
    const answers = [await bobs.subscribe(stream(room)), await cats.subscribe(stream(room))].flat();
    expect(answers.map(({ error }) => error)).toEqual(['not_found', 'not_found']);
    await said(ann, room, 'alone');
    for (const socket of [bobs, cats]) await socket.settled();
    expect([...bobs.of('message.created'), ...cats.of('message.created')]).toHaveLength(2);
  });

  it('nobody after the room was deleted', async () => {
    const room = await privately(ann);
    const anns = await live(ann);
    await ann.client.delete(at(room)).expect(200);
    expect(await dropped(anns, room)).toBe('deleted');
  });

  it('staff and an owner who left, also in a private room; other members who left do not', async () => {
    const secret = await privately(ann);
    await invite(ann, secret, bob).expect(200);
    await invite(ann, secret, cat).expect(200);
    await joined(secret, bob, cat);
    await leave(ann, secret).expect(200);
    await leave(bob, secret).expect(200);
    const staff = await person(service, 'admin');
    for (const [who, status, error] of [
      [cat, 200, undefined],
      [ann, 200, undefined],
      [staff, 200, undefined],
      [bob, 404, 'not_found'],
    ] as const) {
      for (const path of [at(secret), at(secret, '/messages'), at(secret, '/members')]) {
        await who.client.get(path).expect(status);
      }
      await who.client.get(`/v1/realtime/catch-up?stream=${stream(secret)}`).expect(status);
      const [answer] = await (await live(who)).subscribe(stream(secret));
      expect(answer?.error).toBe(error);
    }
    await said(cat, secret, 'Heard');
    const heard = sockets.filter(({ frames }) => !frames.some((frame) => frame.error === 'not_found'));
    for (const socket of heard) await socket.event('message.created');
    expect(heard).toHaveLength(3);
  });

  it('subscribing is forbidden for banned users, and private rooms do not exist for strangers', async () => {
    const [room, secret] = [await open(ann), await privately(ann)];
    for (const one of [room, secret]) await moderate(ann, one, 'ban', bob).expect(200);
    const bobs = await live(bob);
    const answers = await bobs.subscribe(stream(room), stream(secret));
    expect(answers.map(({ error }) => error)).toEqual(['forbidden', 'not_found']);
    const [shouted] = await (await live(ann)).subscribe(`room:${room.id.toUpperCase()}`);
    expect(shouted).toMatchObject({ error: 'not_found' });
  });
});
