import { atOnce, tally } from '../account/at-once.js';
import { events, NOT_AUTHENTICATED, type Person, UNKNOWN } from '../social/people.js';
import {
  at,
  BANNED,
  join,
  joined,
  leave,
  messages,
  moderate,
  MUTED,
  NO_MESSAGE,
  NO_ROOM,
  open,
  OUTSIDE,
  privately,
  react,
  said,
  toldRoom,
} from './room-people.js';
import { ann, bob, cat, room, service, withRoom } from './stage.js';

withRoom();
let message: { id: string };
beforeEach(async () => {
  await joined(room, bob);
  message = await said(ann, room);
});

const unreact = ({ client }: Person, emoji: string, { id } = message, of = room) =>
  client.delete(at(of, `/messages/${id}/reactions/${encodeURIComponent(emoji)}`));
const shown = async () => (await messages(ann, room))[0].reactions;
const FLAGS = Array.from({ length: 21 }, (_, n) => `emoji_${n}`);

describe('POST /v1/community/rooms/{id}/messages/{msgId}/reactions', () => {
  it('one user can add several, listed in the order of first use', async () => {
    const { body } = await react(bob, room, message, '👩‍👩‍👧').expect(200);
    expect(body).toEqual({ reaction: { message_id: message.id, user_id: bob.id, emoji: '👩‍👩‍👧' } });
    await react(bob, room, message, '❤️').expect(200);
    await react(ann, room, message, '❤️').expect(200);
    await react(ann, room, message, ':party:').expect(200);
    const reactions = [
      { emoji: '👩‍👩‍👧', count: 1 },
      { emoji: '❤️', count: 2 },
      { emoji: ':party:', count: 1 },
    ];
    expect(await shown()).toEqual(reactions);
    const told = await toldRoom(service, room, 'message.reaction');
    expect(told).toHaveLength(4);
    const data = {
      room_id: room.id,
      message_id: message.id,
      user_id: ann.id,
      emoji: ':party:',
      action: 'added',
    };
    expect(told[3]).toEqual({ type: 'message.reaction', actor_id: ann.id, data: { ...data, reactions } });
    expect(await events(service, ann.id, 'message.reaction_added')).toHaveLength(2);
    await service
      .client()
      .post(at(room, `/messages/${message.id}/reactions`), { emoji: '👍' })
      .expect(401, NOT_AUTHENTICATED);
  });

  it('repeated, it changes and announces nothing', async () => {
    const answers = await atOnce(20, () => react(bob, room, message));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(await shown()).toEqual([{ emoji: '👍', count: 1 }]);
    expect(await toldRoom(service, room, 'message.reaction')).toHaveLength(1);
  });

  it('a message has at most twenty different emojis, also when many are added at once', async () => {
    const answers = await atOnce(21, (n) => react(n % 2 ? ann : bob, room, message, FLAGS[n]));
    expect(tally(answers)).toEqual({ 200: 20, 409: 1 });
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({ error: 'Too many different reactions' });
    const kept = (await shown()) as { emoji: string }[];
    expect(kept).toHaveLength(20);
    await joined(room, cat);
    await Promise.all(kept.map(({ emoji }) => react(cat, room, message, emoji).expect(200)));
    expect((await shown()).map(({ count }: { count: number }) => count)).toEqual(Array(20).fill(2));
    expect(await toldRoom(service, room, 'message.reaction')).toHaveLength(40);
  });

  it.each([[null], [''], [5], ['two words'], ['👍👍'], ['x'.repeat(33)]])('%j is no emoji', async (emoji) => {
    const { body } = await react(bob, { id: UNKNOWN }, message, emoji).expect(400);
    expect(body.error).toBe('Validation error');
    expect(body.details[0].field).toBe('emoji');
  });

  it('refuses users who may not write: strangers, muted and banned users', async () => {
    const other = await open(ann);
    const elsewhere = await said(ann, other);
    for (const id of ['x', UNKNOWN, elsewhere.id]) await react(bob, room, { id }).expect(404, NO_MESSAGE);
    await react(bob, { id: UNKNOWN }, message).expect(404, NO_ROOM);
    await react(cat, room, message).expect(403, OUTSIDE);
    await react(cat, await privately(ann), message).expect(404, NO_ROOM);
    await moderate(ann, room, 'mute', bob, { duration_minutes: 1 }).expect(200);
    const { headers } = await react(bob, room, message).expect(403, MUTED);
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    for (const one of [bob, cat]) await react(one, room, { id: UNKNOWN }).expect(404, NO_MESSAGE);
    await moderate(ann, room, 'ban', bob).expect(200);
    await react(bob, room, message).expect(403, BANNED);
    expect(await shown()).toEqual([]);
  });
});

describe('DELETE /v1/community/rooms/{id}/messages/{msgId}/reactions/{emoji}', () => {
  const REMOVED = { message: 'Reaction removed' };

  it('removes the own reaction; repeated, it announces nothing', async () => {
    for (const one of [ann, bob]) await react(one, room, message, '❤️').expect(200);
    await unreact(bob, '❤️').expect(200, REMOVED);
    await unreact(bob, '❤️').expect(200, REMOVED);
    await unreact(bob, 'never').expect(200, REMOVED);
    expect(await shown()).toEqual([{ emoji: '❤️', count: 1 }]);
    const told = (await toldRoom(service, room, 'message.reaction')).slice(2);
    const data = {
      room_id: room.id,
      message_id: message.id,
      user_id: bob.id,
      emoji: '❤️',
      action: 'removed',
    };
    expect(told.map((one) => one.data)).toEqual([{ ...data, reactions: [{ emoji: '❤️', count: 1 }] }]);
    await unreact(ann, '❤️').expect(200);
    expect(await shown()).toEqual([]);
    await service
      .client()
      .delete(at(room, `/messages/${message.id}/reactions/x`))
      .expect(401, NOT_AUTHENTICATED);
  });

  it('is allowed to muted users and to those who left', async () => {
    await react(bob, room, message, 'a').expect(200);
    await react(bob, room, message, 'b').expect(200);
    await moderate(ann, room, 'mute', bob).expect(200);
    await unreact(bob, 'a').expect(200);
    await leave(bob, room).expect(200);
    await unreact(bob, 'b').expect(200);
    expect(await shown()).toEqual([]);
  });

  it('the message must be in this room', async () => {
    const elsewhere = await said(ann, await open(ann));
    for (const id of ['x', UNKNOWN, elsewhere.id]) await unreact(bob, 'a', { id }).expect(404, NO_MESSAGE);
    await unreact(cat, 'a', { id: UNKNOWN }).expect(404, NO_MESSAGE);
    await unreact(bob, 'a', message, { id: UNKNOWN }).expect(404, NO_ROOM);
    await moderate(ann, room, 'ban', bob).expect(200);
    await unreact(bob, 'a').expect(403, BANNED);
  });
});

it('deleting an account deletes its reactions, and those on its messages', async () => {
  const dan = await service.account();
  await join(dan, room).expect(200);
  const his = await said(dan, room);
  await react(ann, room, his).expect(200);
  for (const one of [ann, dan]) await react(one, room, message, 'a').expect(200);
  await react(dan, room, message, 'b').expect(200);
  await dan.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
  const [gone, kept] = await messages(ann, room);
  expect(gone).toMatchObject({ id: his.id, content: '', reactions: [], author: null });
  expect(kept.reactions).toEqual([{ emoji: 'a', count: 1 }]);
  const { rows } = await service.database.query(
    'SELECT user_id, emoji FROM community.room_message_reactions WHERE message_id = ANY ($1)',
    [[his.id, message.id]],
  );
  expect(rows).toEqual([{ user_id: ann.id, emoji: 'a' }]);
});
