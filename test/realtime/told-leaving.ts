import { PASSWORD } from '../support/service.js';
import { type Scene, successful } from './told-step.js';

const rooms = '/v1/community/rooms';

/** The events that others receive when a user who took part in everything deletes the account. */
export const LEFT = [
  'conversation.removed',
  'comment.deleted',
  'post.counters',
  'poll.updated',
  'member.left',
  'member.role',
  'room.updated',
  'story.viewed',
  'story.deleted',
  'room.invited',
  'call.ended',
  'presence',
  'resync room',
  'resync user',
];

/** A user who took part in everything that the two see deletes the account. */
export async function leaves(scene: Scene): Promise<void> {
  const { host, guest } = scene;
  const gone = await scene.account();
  const ask = async (who: Scene['host'], path: string, body?: object) =>
    (await who.client.post(path, body).expect(successful)).body;

  const { room } = await ask(host, rooms, { name: 'Left' });
  const path = `${rooms}/${room.id}`;
  const { message } = await ask(host, `${path}/messages`, { content: 'hello' });
  await ask(guest, `${path}/join`);
  await ask(gone, `${path}/join`);
  await ask(gone, `${path}/messages`, { content: 'words' });
  await ask(gone, `${path}/messages/${message.id}/reactions`, { emoji: '👍' });
  await ask(gone, `${path}/leave`);
  const { room: other } = await ask(gone, rooms, { name: 'Its owner goes' });
  await ask(host, `${rooms}/${other.id}/join`);
  await ask(gone, `${rooms}/${other.id}/invite`, { user_id: guest.id });

  const poll = { question: 'Which?', options: ['this', 'that'] };
  const { post } = await ask(host, '/v1/posts', { content: 'words', poll });
  await scene.watch(`post:${post.id}`);
  await ask(gone, `/v1/posts/${post.id}/reactions`, { type: 'like' });
  await ask(gone, `/v1/posts/${post.id}/comments`, { content: 'indeed' });
  await ask(gone, `/v1/polls/${post.poll[0].id}/vote`, { option_index: 1 });

  const story = { frames: [{ media_url: 'https://media.example.com/1.png', media_type: 'image' }] };
  const { story: seen } = await ask(guest, '/v1/stories', story);
  await ask(gone, `/v1/stories/${seen.id}/view`);
  await ask(guest, '/v1/follow', { user_id: gone.id });
  await ask(gone, '/v1/stories', story);
  const { broadcast } = await ask(host, '/v1/community/broadcast/start');
  await scene.watch(`broadcast:${broadcast.id}`);
  await ask(gone, '/v1/community/broadcast/join', { broadcast_id: broadcast.id });

  const { conversation } = await ask(gone, '/v1/community/dm', { user_id: guest.id });
  await ask(gone, `/v1/community/dm/${conversation.id}`, { content: 'goodbye' });
  await ask(gone, '/v1/community/tips', { recipient_id: host.id, amount: 1 });
  await ask(gone, '/v1/community/calls/start', { target_id: guest.id, type: 'voice' });
  await ask(gone, '/v1/community/presence', { status: 'online' });
  await scene.watchPeople(gone.id);
  await scene.forget();
  await gone.client.delete('/v1/users/me', { password: PASSWORD }).expect(successful);
}
