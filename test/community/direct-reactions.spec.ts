import { atOnce } from '../account/at-once.js';
import { events, NOT_AUTHENTICATED, type Person, UNKNOWN } from '../social/people.js';
import { block, CANNOT_MESSAGE, conversation, NO_CONVERSATION, NO_MESSAGE, react, sent } from './direct-people.js';
import { both, id, messages, path, withConversation } from './direct-stage.js';
import { ann, bob, cat, service } from './stage.js';

withConversation();

describe('reactions', () => {
  const added = (one: Person, message_id: string, emoji: string, reactions: object[], action = 'added') => ({
    type: 'dm.reaction',
    actor_id: one.id,
    data: { conversation_id: id, message_id, user_id: one.id, emoji, action, reactions },
  });
  const remove = (one: Person, message: { id: string }, emoji: string, of = id) =>
    one.client.delete(`${path(message, of)}/reactions/${encodeURIComponent(emoji)}`);
  const shown = async () => (await messages(ann)).messages[0].reactions;

  it('are counted by emoji, each once for a user', async () => {
    const message = await sent(ann, id);
    const reaction = { message_id: message.id, user_id: bob.id, emoji: '👍' };
    await react(bob, id, message.id.toUpperCase()).expect(200, { reaction });
    await react(bob, id, message.id).expect(200, { reaction });
    await react(bob, id, message.id, '🎉').expect(200);
    await react(ann, id, message.id, '👍').expect(200);
    const one = { emoji: '👍', count: 1 };
    const [two, party] = [
      { emoji: '👍', count: 2 },
      { emoji: '🎉', count: 1 },
    ];
    expect(await shown()).toEqual([two, party]);
    await remove(bob, message, '👍').expect(200, { message: 'Reaction removed' });
    await remove(bob, message, '👍').expect(200, { message: 'Reaction removed' });
    await remove(bob, message, '🚀').expect(200);
    // Ann's reaction is younger than the other one.
    expect(await shown()).toEqual([party, one]);
    const expected = [
      added(bob, message.id, '👍', [one]),
      added(bob, message.id, '🎉', [one, party]),
      added(ann, message.id, '👍', [two, party]),
      added(bob, message.id, '👍', [party, one], 'removed'),
    ];
    expect(await both('dm.reaction')).toEqual([expected, expected]);
    expect(await events(service, bob.id, 'dm.reaction_added')).toHaveLength(2);
    expect(await events(service, bob.id, 'dm.reaction_removed')).toHaveLength(1);
  });

  it('consist of one emoji or a short name', async () => {
    const message = await sent(ann, id);
    for (const emoji of ['❤️', '❤', '👍🏽', '🏳️‍🌈', '+1', ':party:', 'like'])
      await react(bob, id, message.id, emoji).expect(200);
    for (const emoji of [null, '', 7, '👍👍', 'two words', 'x'.repeat(33), '<b>'])
      expect((await react(bob, id, message.id, emoji).expect(400)).body).toEqual(
        expect.objectContaining({ error: 'Validation error' }),
      );
    await react(bob, id, 'x').expect(400, /message_id/);
    expect(await shown()).toHaveLength(7);
  });

  it('are at most twenty different ones, also when sixty are added at once', async () => {
    const message = await sent(ann, id);
    const answers = await atOnce(60, (n) => react(n % 2 ? ann : bob, id, message.id, `e${n % 30}`));
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body);
    expect(refused).toContainEqual({ error: 'Too many different reactions' });
    const reactions = await shown();
    expect(reactions).toHaveLength(20);
    const kept = reactions.map(({ emoji }: { emoji: string }) => emoji);
    await react(ann, id, message.id, kept[0]).expect(200);
    await react(bob, id, message.id, kept[0]).expect(200);
    expect((await shown())[0].count).toBe(2);
  });

  it('are for the two participants; a block forbids adding and allows removing', async () => {
    const message = await sent(ann, id);
    await react(bob, id, message.id).expect(200);
    await react(cat, id, message.id).expect(404, NO_CONVERSATION);
    await remove(cat, message, '👍').expect(404, NO_CONVERSATION);
    await react(ann, 'x', message.id).expect(404, NO_CONVERSATION);
    await react(ann, id, UNKNOWN).expect(404, NO_MESSAGE);
    await react(ann, await conversation(ann, cat), message.id).expect(404, NO_MESSAGE);
    await remove(ann, { id: 'x' }, '👍').expect(404, NO_MESSAGE);
    await service.client().post(`/v1/community/dm/${id}/reactions`, {}).expect(401, NOT_AUTHENTICATED);
    await service
      .client()
      .delete(`${path(message)}/reactions/x`)
      .expect(401, NOT_AUTHENTICATED);
    await block(ann, bob);
    await react(bob, id, message.id, '🎉').expect(403, CANNOT_MESSAGE);
    await react(ann, id, message.id, '🎉').expect(403, CANNOT_MESSAGE);
    await remove(bob, message, '👍').expect(200);
    expect(await shown()).toEqual([]);
  });
});
