import type { Test } from 'supertest';
import type { Person } from '../social/people.js';
import { at, joined, open, PATH, type Room, said } from './room-people.js';
import { conversation } from './direct-people.js';
import { admin, ann, bob, cat, service, withPeople } from './stage.js';

withPeople();

const VALUE = 'a value';
const has = (names: string, more: object = {}) => ({
  ...Object.fromEntries(names.split(' ').map((name) => [name, VALUE])),
  ...more,
});

/** The keys of a value in the form of `has`, recursively; for a list the distinct keys of its items. */
function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    return [...new Set(value.map((item) => JSON.stringify(keysOf(item))))].map((item) => JSON.parse(item));
  }
  if (typeof value !== 'object' || value === null) return VALUE;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, keysOf(held)]));
}

/** Returns the body after checking that it has these keys and no others. */
async function expectKeys(test: Test, status: number, keys: object): Promise<any> {
  const { body } = await test.expect(status);
  expect(keysOf(body)).toEqual(keys);
  return body;
}
const get = ({ client }: Person, path: string) => client.get(`/v1/community${path}`);
const post = ({ client }: Person, path: string, body?: object) => client.post(`/v1/community${path}`, body);

// The keys of the specification, followed by what lists and reads show in addition.
const ROOM = 'id name description category_id is_private avatar_url created_at';
const WRITTEN = 'id content created_at';
const AUTHOR = { author: has('id name avatar_url') };
const LISTED = has(`${WRITTEN} edited_at deleted_at`, {
  ...AUTHOR,
  reactions: [has('emoji count')],
});
const MEMBER = 'user_id room_id role joined_at is_banned';
const PARTNER = { partner: has('id name avatar_url username') };
const TIP = has('id sender_id recipient_id amount message created_at settled');
const CALL = has('id initiator_id target_id type status ended_at');
const ENDED = has('id status ended_at');
const BADGE = 'id name description icon_url';
const BROADCAST = has('id host_id status started_at ended_at');
const SAID = has('message');

describe('answers have these keys, and no others', () => {
  it('rooms', async () => {
    const { room } = await expectKeys(post(ann, '/rooms', { name: 'x' }), 201, {
      room: has(`${ROOM} owner_id`),
    });
    const message = await said(ann, room);
    await post(ann, `/rooms/${room.id}/messages/${message.id}/reactions`, { emoji: '👍' }).expect(200);
    const shown = `${ROOM} owner_id member_count`;
    await expectKeys(get(ann, '/rooms?joined=true'), 200, {
      rooms: [has(`${shown} unread_count`, { last_message: has(`${WRITTEN} deleted_at`, AUTHOR) })],
      next_cursor: VALUE,
    });
    await expectKeys(get(ann, '/rooms/categories'), 200, { categories: [has('id name icon')] });
    await expectKeys(get(ann, `/rooms/${room.id}`), 200, {
      room: has(shown),
      members: [has(MEMBER, { profile: has('name avatar_url username') })],
      messages: [LISTED],
      roles: [VALUE],
    });
    await expectKeys(ann.client.patch(at(room), { name: 'y' }), 200, { room: has(ROOM) });
    await expectKeys(ann.client.delete(at(room)), 200, SAID);
  });

  it('members and moderation', async () => {
    const room = await open(ann);
    const about = (path: string, more: object = {}) =>
      post(ann, `/rooms/${room.id}/${path}`, { user_id: bob.id, ...more });
    await expectKeys(about('invite'), 200, { invitation: has('room_id user_id invited_by created_at') });
    await expectKeys(post(bob, `/rooms/${room.id}/join`), 200, { member: has(MEMBER) });
    await expectKeys(ann.client.patch(at(room, '/roles'), { user_id: bob.id, role: 'admin' }), 200, {
      member: has('user_id room_id role'),
    });
    const muted = has('action user_id room_id duration_minutes expires_at');
    await expectKeys(about('moderation/mute', { duration_minutes: 5 }), 200, { moderation: muted });
    await expectKeys(about('moderation/mute'), 200, { moderation: muted });
    await expectKeys(about('moderation/kick'), 200, { moderation: has('action user_id room_id') });
    await expectKeys(about('moderation/ban'), 200, { moderation: has('action user_id room_id is_banned') });
    await expectKeys(post(ann, `/rooms/${room.id}/leave`), 200, SAID);
  });

  it('messages of rooms', async () => {
    const room: Room = await open(ann);
    await joined(room, bob);
    const path = `/rooms/${room.id}/messages`;
    const { message } = await expectKeys(post(bob, path, { content: 'x' }), 201, {
      message: has(WRITTEN, AUTHOR),
    });
    await expectKeys(post(ann, `${path}/${message.id}/reactions`, { emoji: '👍' }), 200, {
      reaction: has('message_id user_id emoji'),
    });
    await expectKeys(get(ann, path), 200, { messages: [LISTED], next_cursor: VALUE });
    await expectKeys(bob.client.patch(`${PATH}/${room.id}/messages/${message.id}`, { content: 'y' }), 200, {
      message: LISTED,
    });
  });

  it('conversations', async () => {
    const opened = (last_message: unknown) => has('id created_at', { ...PARTNER, last_message });
    const { conversation: talk } = await expectKeys(post(ann, '/dm', { user_id: bob.id }), 201, {
      conversation: opened(VALUE),
      existing: VALUE,
    });
    const { message } = await expectKeys(post(ann, `/dm/${talk.id}`, { content: 'x' }), 201, {
      message: has('id content sender_id created_at'),
    });
    await expectKeys(post(bob, '/dm', { user_id: ann.id }), 201, {
      conversation: opened(has('content created_at')),
      existing: VALUE,
    });
    await expectKeys(post(bob, `/dm/${talk.id}/reactions`, { message_id: message.id, emoji: '👍' }), 200, {
      reaction: has('message_id user_id emoji'),
    });
    const last_message = has('id content sender_id created_at deleted_at');
    await expectKeys(get(ann, '/dm'), 200, {
      conversations: [has('id created_at updated_at unread_count', { ...PARTNER, last_message })],
      next_cursor: VALUE,
    });
    const listed = has('id content sender_id created_at edited_at deleted_at', {
      reactions: [has('emoji count')],
    });
    await expectKeys(get(ann, `/dm/${talk.id}`), 200, { messages: [listed], next_cursor: VALUE });
    await expectKeys(ann.client.patch(`/v1/community/dm/${talk.id}/messages/${message.id}`, { content: 'y' }), 200, {
      message: listed,
    });
  });

  it('calls', async () => {
    const start = () => post(ann, '/calls/start', { target_id: bob.id, type: 'voice' });
    for (const end of ['leave', 'end']) {
      const { call } = await expectKeys(start(), 200, { call: CALL });
      await expectKeys(post(bob, '/calls/join', { call_id: call.id }), 200, { call: CALL });
      await expectKeys(post(ann, `/calls/${end}`, { call_id: call.id }), 200, { call: ENDED });
    }
  });

  it('tips and memberships', async () => {
    await expectKeys(post(ann, '/tips', { recipient_id: bob.id, amount: 5 }), 200, { tip: TIP });
    await post(bob, '/tips', { recipient_id: ann.id, amount: 5, message: 'x' }).expect(200);
    await expectKeys(get(ann, '/tips'), 200, {
      sent: [TIP],
      received: [TIP],
      next_sent_cursor: VALUE,
      next_received_cursor: VALUE,
    });
    await expectKeys(post(ann, '/memberships/purchase', { tier: 'gold' }), 200, has('checkout_url'));
    await expectKeys(get(ann, '/memberships/status'), 200, has('membership'));
    await service.database.query(
      `INSERT INTO community.memberships (user_id, processor_subscription_id, tier, status, started_at, expires_at)
       VALUES ($1, gen_random_uuid(), 'gold', 'active', now(), now() + interval '1 day')`,
      [ann.id],
    );
    await expectKeys(get(ann, '/memberships/status'), 200, {
      membership: has('id user_id tier status started_at expires_at'),
    });
  });

  it('badges and stickers', async () => {
    const { badges } = await expectKeys(get(ann, '/badges'), 200, { badges: [has(BADGE)] });
    const earned = has('badge_id earned_at', { badge: has(BADGE) });
    const award = admin.client.post(`/v1/admin/badges/${badges[0].id}/award`, { user_id: ann.id });
    await expectKeys(award, 200, { user_badge: earned });
    await expectKeys(get(bob, `/badges/user/${ann.id}`), 200, { user_badges: [earned] });
    await expectKeys(get(ann, '/stickers'), 200, {
      packs: [has('id name thumbnail_url', { stickers: [has('id name image_url')] })],
    });
  });

  it('presence and typing', async () => {
    const presence = has('user_id status last_seen');
    await expectKeys(post(ann, '/presence'), 200, { presence });
    await expectKeys(get(bob, `/presence/${ann.id}`), 200, presence);
    await expectKeys(get(bob, `/presence/${cat.id}`), 200, has('status'));
    const room = await open(ann);
    for (const channel_id of [room.id, await conversation(ann, bob)]) {
      const typed = post(ann, '/typing', { channel_id, is_typing: true });
      await expectKeys(typed, 200, has('channel_id user_id is_typing'));
    }
  });

  it('broadcasts', async () => {
    const { broadcast } = await expectKeys(post(ann, '/broadcast/start'), 200, { broadcast: BROADCAST });
    const join = post(bob, '/broadcast/join', { broadcast_id: broadcast.id });
    await expectKeys(join, 200, { viewer: has('broadcast_id user_id joined_at') });
    await expectKeys(post(ann, '/broadcast/stop'), 200, { message: VALUE, broadcast: BROADCAST });
  });
});
