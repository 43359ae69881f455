import { atOnce, tally } from '../account/at-once.js';
import { invalid, NOT_AUTHENTICATED, person, type Person, UNKNOWN } from '../social/people.js';
import { eventually, PASSWORD } from '../support/service.js';
import { conversation, listed, NO_CONVERSATION, NO_MESSAGE, sent, told } from './direct-people.js';
import { ann, bob, service, withPeople } from './stage.js';

withPeople();

describe('POST /v1/community/dm/{id}/read', () => {
  const read = (one: Person, id: string, message_id: unknown) =>
    one.client.post(`/v1/community/dm/${id}/read`, { message_id });
  const unread = async (one: Person) => (await listed(one))[0].unread_count;

  it('counts later messages, never goes back, and announces it to the reader alone', async () => {
    const id = await conversation(ann, bob);
    const [first, second, third] = [await sent(ann, id), await sent(ann, id), await sent(ann, id)];
    const state = (message_id: string, unread_count: number) => ({
      channel_id: id,
      message_id,
      unread_count,
    });
    expect(await unread(bob)).toBe(3);
    await read(bob, id, second.id.toUpperCase()).expect(200, state(second.id, 1));
    expect(await unread(bob)).toBe(1);
    await read(bob, id, second.id).expect(200, state(second.id, 1));
    await read(bob, id, first.id).expect(200, state(first.id, 1));
    await read(bob, id, third.id).expect(200, state(third.id, 0));
    expect([await unread(bob), await unread(ann)]).toEqual([0, 0]);
    expect(await told(service, bob, 'read.updated')).toEqual([
      { type: 'read.updated', actor_id: bob.id, data: state(second.id, 1) },
      { type: 'read.updated', actor_id: bob.id, data: state(third.id, 0) },
    ]);
    expect(await told(service, ann, 'read.updated')).toEqual([]);
  });

  it('happens by itself when the user sends a message', async () => {
    const id = await conversation(ann, bob);
    await sent(ann, id);
    await sent(ann, id);
    const answer = await sent(bob, id);
    expect([await unread(bob), await unread(ann)]).toEqual([0, 1]);
    const data = { channel_id: id, message_id: answer.id, unread_count: 0 };
    expect(await told(service, bob, 'read.updated')).toEqual([{ type: 'read.updated', actor_id: bob.id, data }]);
    await sent(bob, id);
    expect(await told(service, bob, 'read.updated')).toHaveLength(1);
    expect(await told(service, ann, 'read.updated')).toEqual([]);
  });

  it('ends at the furthest of twenty requests at once', async () => {
    const id = await conversation(ann, bob);
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push((await sent(ann, id)).id);
    const answers = await atOnce(20, (n) => read(bob, id, ids[n]));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(await unread(bob)).toBe(0);
    expect((await told(service, bob, 'read.updated')).at(-1)?.data.unread_count).toBe(0);
  });

  it('is 404 for unknown messages and for conversations of others', async () => {
    const cat = await person(service);
    const [id, another] = [await conversation(ann, bob), await conversation(ann, cat)];
    const { id: message } = await sent(ann, another);
    await read(ann, id, message).expect(404, NO_MESSAGE);
    await read(ann, id, UNKNOWN).expect(404, NO_MESSAGE);
    await read(cat, id, message).expect(404, NO_CONVERSATION);
    for (const path of ['x', UNKNOWN]) await read(ann, path, message).expect(404, NO_CONVERSATION);
    const { body } = await read(ann, 'x', 'x').expect(400);
    expect(body).toEqual(invalid('message_id'));
    await service.client().post(`/v1/community/dm/${id}/read`, {}).expect(401, NOT_AUTHENTICATED);
  });
});

describe('a deleted account', () => {
  it('takes its conversations with it, and had them in the data export before', async () => {
    const leaving = await service.account();
    const id = await conversation(leaving, bob);
    const { id: message } = await sent(leaving, id, 'Good bye');
    await sent(bob, id, 'Stay');
    await leaving.client.post(`/v1/community/dm/${id}/reactions`, { message_id: message, emoji: '👋' }).expect(200);
    const url = await eventually(async () => {
      const { body } = await leaving.client.get('/v1/users/me/export').expect(200);
      return (body.export.url as string | null) ?? Promise.reject(new Error('not ready yet'));
    });
    const { body } = await service.client().get(new URL(url).pathname).expect(200);
    const at = expect.any(String);
    expect(body.direct).toEqual({
      conversations: [{ id, partner_id: bob.id, created_at: at, updated_at: at }],
      messages: [{ id: message, conversation_id: id, content: 'Good bye', created_at: at, edited_at: null }],
      reactions: [{ message_id: message, emoji: '👋', created_at: at }],
      calls: [],
      presence: null,
    });
    await leaving.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(await listed(bob)).toEqual([]);
    await bob.client.get(`/v1/community/dm/${id}`).expect(404, NO_CONVERSATION);
    const { rows } = await service.database.query(
      `SELECT (SELECT count(*) FROM community.conversations WHERE id = $1)::int AS conversations,
         (SELECT count(*) FROM community.direct_messages WHERE conversation_id = $1)::int AS messages,
         (SELECT count(*) FROM community.direct_reactions WHERE message_id = $2)::int AS reactions`,
      [id, message],
    );
    expect(rows[0]).toEqual({ conversations: 0, messages: 0, reactions: 0 });
  });
});
