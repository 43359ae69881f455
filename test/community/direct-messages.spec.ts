import { WordFilterService } from '../../src/moderation/word-filter/word-filter.service.js';
import { atOnce, tally } from '../account/at-once.js';
import { eventually } from '../support/service.js';
import {
  events,
  FORBIDDEN,
  invalid,
  NOT_AUTHENTICATED,
  person,
  type Person,
  TIME,
  UNKNOWN,
  walk,
} from '../social/people.js';
import {
  block,
  CANNOT_MESSAGE,
  conversation,
  ID,
  listed,
  NO_CONVERSATION,
  NO_MESSAGE,
  react,
  send,
  sent,
  told,
} from './direct-people.js';
import { both, id, messages, path, withConversation } from './direct-stage.js';
import { asListed } from './room-people.js';
import { ann, bob, cat, service } from './stage.js';

withConversation();

describe('POST /v1/community/dm/{id}', () => {
  it('sends the message, moves the conversation up and announces it to both participants', async () => {
    const { body } = await send(ann, id.toUpperCase()).expect(201);
    expect(body).toEqual({
      message: { id: ID, content: 'Hello', sender_id: ann.id, created_at: TIME },
    });
    const message = asListed(body.message);
    expect((await listed(ann))[0].updated_at).toBe(body.message.created_at);
    const event = { type: 'dm.created', actor_id: ann.id, data: { conversation_id: id, message } };
    expect(await both('dm.created')).toEqual([[event], [event]]);
    expect(await messages(bob)).toEqual({ messages: [message], next_cursor: null });
    expect(await events(service, ann.id, 'dm.sent')).toEqual([{ conversation_id: id, message_id: message.id }]);
  });

  it('returns the idempotency key as client_ref, and sends once for it', async () => {
    const keyed = { id: ann.id, client: ann.client.with({ 'idempotency-key': 'draft-"1"' }) };
    const answers = await atOnce(5, () => send(keyed, id));
    expect(tally(answers)).toEqual({ 201: 5 });
    const [event, ...more] = await told(service, bob, 'dm.created');
    expect(event?.data).toEqual({
      conversation_id: id,
      message: asListed(answers[0]?.body.message),
      client_ref: 'draft-"1"',
    });
    expect(more).toEqual([]);
  });

  it('takes 1 to 4,000 characters, of any kind, and nothing else', async () => {
    for (const content of ['x', '👩‍👩‍👧‍👦', '😀'.repeat(4_000), ' שלום "\\ \n\u200d'])
      expect((await sent(ann, id, content)).content).toBe(content);
    for (const content of [null, '', ' \n\u3000', 7, ['x'], {}, 'x'.repeat(4_001)])
      expect((await send(ann, id, content).expect(400)).body.details[0].field).toBe('content');
    for (const content of ['a\u0000b', 'a\ud800'])
      await ann.client.post(`/v1/community/dm/${id}`, JSON.stringify({ content })).expect(400);
    expect((await messages(ann)).messages).toHaveLength(4);
  });

  it('has sequence numbers without gaps and duplicates when both send sixty at once', async () => {
    const answers = await atOnce(60, (n) => send(n % 2 ? ann : bob, id, `${n}`));
    expect(tally(answers)).toEqual({ 201: 60 });
    const { rows } = await service.database.query(
      'SELECT seq::int, id FROM community.direct_messages WHERE conversation_id = $1 ORDER BY seq',
      [id],
    );
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    const ids = rows.map((row) => row.id);
    for (const heard of await both('dm.created')) expect(heard.map(({ data }) => data.message.id)).toEqual(ids);
    const [{ last_message, unread_count }] = await listed(ann);
    expect(last_message.id).toBe(ids.at(-1));
    const read = answers.filter((_, n) => n % 2).map(({ body }) => ids.indexOf(body.message.id));
    expect(unread_count).toBe(59 - Math.max(...read));
  });

  it('is in its own conversation, beside blocked users and strangers, when many send at once', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => person(service)));
    const ids = await Promise.all(others.map((other) => conversation(ann, other)));
    await block(others[4] as Person, ann);
    const answers = await atOnce(60, (n) => {
      const at = n % 6;
      if (at === 5) return send(bob, ids[0] as string, 'stranger');
      return send(Math.floor(n / 6) % 2 ? ann : (others[at] as Person), ids[at] as string, `${at}: ${n}`);
    });
    expect(tally(answers)).toEqual({ 201: 40, 403: 10, 404: 10 });
    for (const [at, other] of others.entries()) {
      const shown: { content: string; sender_id: string }[] = (await messages(other, '', ids[at])).messages;
      const numbers = shown.map(({ content }) => Number(content.replace(`${at}: `, '')));
      const all = Array.from({ length: at === 4 ? 0 : 10 }, (_, n) => 6 * n + at);
      expect(numbers.toSorted((one, another) => one - another)).toEqual(all);
      expect(shown.map(({ sender_id }) => sender_id === ann.id)).toEqual(
        numbers.map((n) => Math.floor(n / 6) % 2 === 1),
      );
      const heard = await told(service, other, 'dm.created');
      expect(heard.map(({ data }) => data.message)).toEqual(shown.toReversed());
      expect(heard.map(({ actor_id, data }) => [actor_id, data.conversation_id])).toEqual(
        shown.toReversed().map(({ sender_id }) => [sender_id, ids[at]]),
      );
    }
  });

  it('is refused with the same words for both users of a block', async () => {
    await block(bob, ann);
    await send(ann, id).expect(403, CANNOT_MESSAGE);
    await send(bob, id).expect(403, CANNOT_MESSAGE);
    expect(await messages(ann)).toEqual({ messages: [], next_cursor: null });
    expect(await both('dm.created')).toEqual([[], []]);
    await bob.client.delete(`/v1/users/${ann.id}/block`).expect(200);
    await send(ann, id).expect(201);
  });

  it('is 404 for other users', async () => {
    for (const where of [UNKNOWN, 'x']) await send(ann, where).expect(404, NO_CONVERSATION);
    for (const one of [cat, await person(service, 'admin')]) {
      await send(one, id).expect(404, NO_CONVERSATION);
      await one.client.get(`/v1/community/dm/${id}`).expect(404, NO_CONVERSATION);
    }
    const nobody = service.client();
    await nobody.post(`/v1/community/dm/${id}`, { content: 'x' }).expect(401, NOT_AUTHENTICATED);
    await nobody.get(`/v1/community/dm/${id}`).expect(401, NOT_AUTHENTICATED);
    expect((await send(cat, 'x', '').expect(400)).body).toEqual(invalid('content'));
  });

  it('passes the word filter', async () => {
    await service.database.query(`INSERT INTO moderation.censors (pattern, replacement) VALUES ('rude', '***')`);
    await service.database.query('UPDATE moderation.censors_version SET version = version + 1');
    service.app.get(WordFilterService).recheck();
    // The censors' threads may need a moment to begin.
    const message = await eventually(() => sent(ann, id, 'How rude'));
    expect(message.content).toBe('How ***');
    const { body } = await ann.client.patch(path(message), { content: 'Rude again' }).expect(200);
    expect(body.message.content).toBe('*** again');
  });
});

describe('GET /v1/community/dm/{id}', () => {
  it('lists the newest first, without gaps while others are sent', async () => {
    await service.database.query(
      `INSERT INTO community.direct_messages (conversation_id, seq, sender_id, content)
       SELECT $1, n, $2, n FROM generate_series(1, 230) n`,
      [id, ann.id],
    );
    await service.database.query('UPDATE community.conversations SET last_seq = 230 WHERE id = $1', [id]);
    const seen = await walk<{ content: string }>(bob.client, `/v1/community/dm/${id}?limit=50`, 'messages', () =>
      sent(ann, id, 'newer'),
    );
    expect(seen.map(({ content }) => content)).toEqual(Array.from({ length: 230 }, (_, n) => `${230 - n}`));
    expect((await messages(ann)).messages).toHaveLength(50);
    expect((await messages(ann, '?limit=1000')).messages).toHaveLength(100);
  });

  it('accepts any message of the conversation as cursor, and no other', async () => {
    const [first, second] = [await sent(ann, id), await sent(bob, id)];
    expect(await messages(bob, `?cursor=${second.id}`)).toEqual({ messages: [first], next_cursor: null });
    expect(await messages(bob, `?cursor=${first.id}&limit=1`)).toEqual({ messages: [], next_cursor: null });
    expect((await messages(bob, '?limit=1')).next_cursor).toBe(second.id);
    const other = await sent(ann, await conversation(ann, cat));
    for (const cursor of [other.id, UNKNOWN, 'x', ''])
      await bob.client.get(`/v1/community/dm/${id}?cursor=${cursor}`).expect(400, { error: 'Invalid cursor' });
  });

  it('refuses wrong limits and cursors before anything else', async () => {
    for (const where of [id, UNKNOWN, 'x']) {
      for (const limit of ['0', '-1', 'abc', '1.5'])
        await ann.client.get(`/v1/community/dm/${where}?limit=${limit}`).expect(400, { error: 'Invalid limit' });
      await ann.client.get(`/v1/community/dm/${where}?cursor=x`).expect(400, { error: 'Invalid cursor' });
      if (where !== id) await ann.client.get(`/v1/community/dm/${where}`).expect(404, NO_CONVERSATION);
    }
    await cat.client.get(`/v1/community/dm/${id}?cursor=${UNKNOWN}`).expect(404, NO_CONVERSATION);
  });
});

describe('PATCH /v1/community/dm/{id}/messages/{msgId}', () => {
  it('changes the message and announces it to both once', async () => {
    const message = await sent(ann, id, 'Helo');
    const edit = (content: string) => ann.client.patch(path(message), { content }).expect(200);
    const { body } = await edit('Hello');
    expect(body).toEqual({ message: { ...message, content: 'Hello', edited_at: TIME } });
    expect((await edit('Hello')).body).toEqual(body);
    const event = { type: 'dm.updated', actor_id: ann.id, data: { conversation_id: id, ...body } };
    expect(await both('dm.updated')).toEqual([[event], [event]]);
    expect((await messages(bob)).messages).toEqual([body.message]);
    expect(await events(service, ann.id, 'dm.edited')).toHaveLength(1);
  });

  it('is for its sender, while the sender may write', async () => {
    const message = await sent(ann, id);
    const edit = (one: Person, to = path(message)) => one.client.patch(to, { content: 'Mine' });
    await edit(bob).expect(403, FORBIDDEN);
    await edit(cat).expect(404, NO_CONVERSATION);
    for (const other of [UNKNOWN, 'x']) await edit(ann, path({ id: other })).expect(404, NO_MESSAGE);
    await edit(ann, path(message, await conversation(ann, cat))).expect(404, NO_MESSAGE);
    await edit(ann, path(message, 'x')).expect(404, NO_CONVERSATION);
    for (const content of ['', ' ']) await ann.client.patch(path(message), { content }).expect(400);
    await service.client().patch(path(message), {}).expect(401, NOT_AUTHENTICATED);
    await block(bob, ann);
    await edit(ann).expect(403, CANNOT_MESSAGE);
    expect(await both('dm.updated')).toEqual([[], []]);
  });
});

describe('DELETE /v1/community/dm/{id}/messages/{msgId}', () => {
  it('keeps the sequence number and removes the content', async () => {
    const message = await sent(ann, id, 'A secret');
    await react(bob, id, message.id).expect(200);
    await ann.client.delete(path(message)).expect(200, { message: 'Message deleted' });
    const tombstone = { ...message, content: '', deleted_at: TIME };
    expect((await messages(bob)).messages).toEqual([tombstone]);
    const data = { conversation_id: id, message_id: message.id };
    const event = { type: 'dm.deleted', actor_id: ann.id, data };
    expect(await both('dm.deleted')).toEqual([[event], [event]]);
    const { rows } = await service.database.query(
      `SELECT content, (SELECT count(*)::int FROM community.direct_reactions WHERE message_id = $1) AS reactions
       FROM community.direct_messages WHERE id = $1`,
      [message.id],
    );
    expect(rows).toEqual([{ content: '', reactions: 0 }]);
    await ann.client.delete(path(message)).expect(404, NO_MESSAGE);
    await ann.client.patch(path(message), { content: 'Again' }).expect(404, NO_MESSAGE);
    await react(bob, id, message.id).expect(404, NO_MESSAGE);
    expect(await events(service, ann.id, 'dm.deleted')).toEqual([data]);
  });

  it('is for its sender, also after a block', async () => {
    const message = await sent(ann, id);
    await bob.client.delete(path(message)).expect(403, FORBIDDEN);
    await cat.client.delete(path(message)).expect(404, NO_CONVERSATION);
    await ann.client.delete(path({ id: 'x' })).expect(404, NO_MESSAGE);
    await service.client().delete(path(message)).expect(401, NOT_AUTHENTICATED);
    await block(bob, ann);
    await ann.client.delete(path({ id: message.id.toUpperCase() })).expect(200);
  });

  it('happens once for twenty requests at once, with concurrent reactions and edits', async () => {
    const message = await sent(ann, id);
    const answers = await atOnce(20, (n): PromiseLike<{ status: number }> => {
      if (n % 3 === 1) return react(bob, id, message.id, '🎉');
      if (n % 3 === 2) return ann.client.patch(path(message), { content: `${n}` });
      return ann.client.delete(path(message));
    });
    expect(answers.filter(({ status }, n) => n % 3 === 0 && status === 200)).toHaveLength(1);
    expect((await messages(bob)).messages[0]).toMatchObject({ content: '', reactions: [] });
    expect((await told(service, bob)).at(-1)?.type).toBe('dm.deleted');
  });
});
