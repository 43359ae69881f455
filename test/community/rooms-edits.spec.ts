import { atOnce, tally } from '../account/at-once.js';
import { FORBIDDEN, invalid, NOT_AUTHENTICATED, type Person, TIME, UNKNOWN } from '../social/people.js';
import {
  at,
  BANNED,
  block,
  detail,
  join,
  joined,
  leave,
  listedRoom,
  messages,
  moderate,
  MUTED,
  named,
  NO_MESSAGE,
  NO_ROOM,
  notices,
  open,
  OUTSIDE,
  privately,
  react,
  type Room,
  said,
  toldRoom,
  toldUser,
} from './room-people.js';
import { admin, ann, bob, cat, room, service, withRoom } from './stage.js';

withRoom();
beforeEach(() => joined(room, bob));

const edit = ({ client }: Person, { id }: { id: string }, content: unknown, of: Room = room) =>
  client.patch(at(of, `/messages/${id}`), JSON.stringify({ content }));
const remove = ({ client }: Person, { id }: { id: string }, of: Room = room) =>
  client.delete(at(of, `/messages/${id}`));
const read = ({ client }: Person, { id }: { id: string }, of: Room = room) =>
  client.post(at(of, '/read'), { message_id: id });

describe('PATCH /v1/community/rooms/{id}/messages/{msgId}', () => {
  it('only the author can edit', async () => {
    const message = await said(bob, room);
    const { body } = await edit(bob, message, 'Better').expect(200);
    expect(body).toEqual({ message: { ...message, content: 'Better', edited_at: TIME } });
    expect(await messages(ann, room)).toEqual([body.message]);
    expect(await toldRoom(service, room, 'message.updated')).toEqual([
      { type: 'message.updated', actor_id: bob.id, data: { room_id: room.id, message: body.message } },
    ]);
    expect((await edit(bob, message, 'Better').expect(200)).body).toEqual(body);
    expect(await toldRoom(service, room, 'message.updated')).toHaveLength(1);
    for (const one of [ann, admin, cat]) await edit(one, message, 'Mine').expect(403, FORBIDDEN);
    for (const content of ['', ' '])
      expect((await edit(bob, message, content).expect(400)).body).toEqual(invalid('content'));
    await service
      .client()
      .patch(at(room, `/messages/${message.id}`), { content: 'x' })
      .expect(401);
  });

  it('a muted or banned author cannot edit, nor one who left', async () => {
    const message = await said(bob, room);
    await moderate(ann, room, 'mute', bob).expect(200);
    await edit(bob, message, 'Better').expect(403, MUTED);
    for (const one of [bob, cat]) {
      await edit(one, { id: UNKNOWN }, 'Better').expect(404, NO_MESSAGE);
      await remove(one, { id: UNKNOWN }).expect(404, NO_MESSAGE);
    }
    await leave(bob, room).expect(200);
    await edit(bob, message, 'Better').expect(403, OUTSIDE);
    await moderate(ann, room, 'ban', bob).expect(200);
    await edit(bob, message, 'Better').expect(403, BANNED);
  });

  it('the message must be in this room', async () => {
    const other = await open(bob);
    const elsewhere = await said(bob, other);
    for (const id of ['x', UNKNOWN, elsewhere.id]) await edit(bob, { id }, 'x').expect(404, NO_MESSAGE);
    await edit(bob, elsewhere, 'x', { id: UNKNOWN }).expect(404, NO_ROOM);
    await edit(cat, elsewhere, 'x', await privately(ann)).expect(404, NO_ROOM);
  });
});

describe('DELETE /v1/community/rooms/{id}/messages/{msgId}', () => {
  it('keeps the row without content and reactions', async () => {
    const message = await said(bob, room, 'Oops');
    await said(ann, room);
    await react(ann, room, message).expect(200);
    await remove(bob, message).expect(200, { message: 'Message deleted' });
    const gone = { ...message, content: '', deleted_at: TIME };
    expect((await messages(ann, room))[1]).toEqual(gone);
    expect((await detail(ann, room)).messages[1]).toEqual(gone);
    const data = { room_id: room.id, message_id: message.id, deleted_by: bob.id };
    expect(await toldRoom(service, room, 'message.deleted')).toEqual([
      { type: 'message.deleted', actor_id: bob.id, data },
    ]);
    const { rows } = await service.database.query(
      `SELECT (SELECT count(*)::int FROM community.room_message_reactions WHERE message_id = $1) AS reactions,
         (SELECT content FROM community.room_messages WHERE id = $1) AS content`,
      [message.id],
    );
    expect(rows).toEqual([{ reactions: 0, content: '' }]);
    await remove(bob, message).expect(404, NO_MESSAGE);
    await edit(bob, message, 'Back').expect(404, NO_MESSAGE);
    await react(ann, room, message).expect(404, NO_MESSAGE);
    await service
      .client()
      .delete(at(room, `/messages/${message.id}`))
      .expect(401, NOT_AUTHENTICATED);
  });

  it('the author, even if muted, and admins of the room can delete', async () => {
    await joined(room, cat);
    const [one, two, three, four] = [
      await said(bob, room),
      await said(bob, room),
      await said(bob, room),
      await said(ann, room),
    ];
    await remove(cat, one).expect(403, FORBIDDEN);
    await remove(bob, four).expect(403, FORBIDDEN);
    await moderate(ann, room, 'mute', bob).expect(200);
    await remove(bob, one).expect(200);
    await remove(ann, two).expect(200);
    await remove(admin, three).expect(200);
    const told = await toldRoom(service, room, 'message.deleted');
    expect(told.map(({ data }) => data.deleted_by)).toEqual([bob.id, ann.id, admin.id]);
  });

  it('happens once when many ask at the same time', async () => {
    const message = await said(bob, room);
    const answers = await atOnce(20, (n) => remove(n % 2 ? ann : bob, message));
    expect(tally(answers)).toEqual({ 200: 1, 404: 19 });
    expect(await toldRoom(service, room, 'message.deleted')).toHaveLength(1);
  });
});

describe('POST /v1/community/rooms/{id}/read', () => {
  it('answers the number of unread messages, and the position never moves back', async () => {
    const [one, two, three] = [await said(ann, room), await said(ann, room), await said(ann, room)];
    expect(await listedRoom(bob, room)).toMatchObject({ unread_count: 3 });
    const { body } = await read(bob, two).expect(200);
    expect(body).toEqual({ channel_id: room.id, message_id: two.id, unread_count: 1 });
    expect((await read(bob, one).expect(200)).body.unread_count).toBe(1);
    await read(bob, two).expect(200);
    expect(await toldUser(service, bob, 'read.updated')).toEqual([
      { type: 'read.updated', actor_id: bob.id, data: body },
    ]);
    expect(await listedRoom(bob, room)).toMatchObject({ unread_count: 1 });
    await said(bob, room);
    expect(await listedRoom(bob, room)).toMatchObject({ unread_count: 0 });
    expect((await read(bob, three).expect(200)).body.unread_count).toBe(0);
  });

  it('only members can mark, and only a message of the room', async () => {
    const message = await said(ann, room);
    const elsewhere = await said(ann, await open(ann));
    await read(cat, message).expect(403, OUTSIDE);
    for (const id of [UNKNOWN, elsewhere.id])
      for (const one of [bob, cat]) await read(one, { id }).expect(404, NO_MESSAGE);
    await read(bob, message, { id: UNKNOWN }).expect(404, NO_ROOM);
    await bob.client.post(at(room, '/read'), {}).expect(400);
    await bob.client.post(at(room, '/read'), { message_id: 'x' }).expect(400);
    await service.client().post(at(room, '/read'), { message_id: message.id }).expect(401, NOT_AUTHENTICATED);
    await moderate(ann, room, 'ban', bob).expect(200);
    await read(bob, message).expect(403, BANNED);
  });
});

describe('a mention in a message', () => {
  let n = 0;
  const names = { bob: '', cat: '' };
  beforeEach(async () => {
    n++;
    names.bob = `bob_${n}`;
    names.cat = `cat_${n}`;
    await named(bob, names.bob);
    await named(cat, names.cat);
  });

  it('notifies the mentioned user if they are a member', async () => {
    const message = await said(ann, room, `@${names.bob} @${names.cat} @nobody`);
    const about = { kind: 'room_message', id: message.id };
    expect(await notices(bob)).toMatchObject([
      {
        type: 'mention',
        about,
        data: { room_id: room.id, message_id: message.id },
        actors: [{ id: ann.id }],
      },
    ]);
    expect(await notices(cat)).toEqual([]);
    await join(cat, room).expect(200);
    await edit(ann, message, `@${names.bob} and @${names.cat}`).expect(200);
    expect(await notices(cat)).toHaveLength(1);
    expect(await notices(bob)).toHaveLength(1);
    await remove(ann, message).expect(200);
    expect(await notices(bob)).toEqual([]);
  });

  it('does not notify across a block; the notification is deleted with the room', async () => {
    await join(cat, room).expect(200);
    await block(bob, ann);
    await block(ann, cat);
    const text = `@${names.bob} @${names.cat}`;
    await said(ann, room, text);
    expect([await notices(bob), await notices(cat)]).toEqual([[], []]);
    await said(cat, room, text);
    expect(await notices(bob)).toHaveLength(1);
    await ann.client.delete(at(room)).expect(200);
    expect(await notices(bob)).toEqual([]);
  });
});
