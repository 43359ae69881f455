import { guestId, keep, patch, post, remove, type Scene, successful, type Told } from './told-step.js';

const rooms = '/v1/community/rooms';
const room = ({ roomId }: Scene, rest = '') => `${rooms}/${roomId}${rest}`;
const join = (scene: Scene) => scene.guest.client.post(room(scene, '/join')).expect(successful);

export const ROOMS: Told = {
  'POST /v1/community/rooms': {
    does: keep(
      'roomId',
      (body) => body.room.id,
      post(
        'host',
        () => rooms,
        () => ({ name: 'Room' }),
      ),
    ),
    tells: ['room.added'],
  },
  'POST /v1/community/rooms/:id/invite': {
    does: post('host', (scene) => room(scene, '/invite'), guestId),
    tells: ['room.invited'],
  },
  'POST /v1/community/rooms/:id/join': { does: join, tells: ['member.joined', 'room.added'] },
  'PATCH /v1/community/rooms/:id/roles': {
    does: ({ host, guest, roomId }) =>
      host.client.patch(`${rooms}/${roomId}/roles`, { user_id: guest.id, role: 'admin' }).expect(successful),
    tells: ['member.role'],
  },
  'PATCH /v1/community/rooms/:id': {
    does: patch('host', room, { description: 'what it is for' }),
    tells: ['room.updated'],
  },
  'POST /v1/community/rooms/:id/messages': {
    does: keep(
      'message',
      ({ message }) => message,
      post(
        'host',
        (scene) => room(scene, '/messages'),
        () => ({ content: 'hello' }),
      ),
    ),
    tells: ['message.created'],
  },
  'PATCH /v1/community/rooms/:id/messages/:msgId': {
    does: (scene) => patch('host', (one) => room(one, `/messages/${one.message.id}`), { content: 'hi' })(scene),
    tells: ['message.updated'],
  },
  'POST /v1/community/rooms/:id/messages/:msgId/reactions': {
    does: post(
      'guest',
      (one) => room(one, `/messages/${one.message.id}/reactions`),
      () => ({ emoji: '👍' }),
    ),
    tells: ['message.reaction'],
  },
  'DELETE /v1/community/rooms/:id/messages/:msgId/reactions/:emoji': {
    does: remove('guest', (one) => room(one, `/messages/${one.message.id}/reactions/%F0%9F%91%8D`)),
    tells: ['message.reaction'],
  },
  'POST /v1/community/rooms/:id/read': {
    does: post(
      'guest',
      (scene) => room(scene, '/read'),
      ({ message }) => ({ message_id: message.id }),
    ),
    tells: ['read.updated'],
  },
  'DELETE /v1/community/rooms/:id/messages/:msgId': {
    does: remove('host', (one) => room(one, `/messages/${one.message.id}`)),
    tells: ['message.deleted'],
  },
  'POST /v1/community/typing': {
    does: post(
      'host',
      () => '/v1/community/typing',
      ({ roomId }) => ({ channel_id: roomId, is_typing: true }),
    ),
    tells: ['typing'],
  },
  'POST /v1/community/rooms/:id/moderation/mute': {
    does: post('host', (scene) => room(scene, '/moderation/mute'), guestId),
    tells: ['member.muted'],
  },
  'DELETE /v1/community/rooms/:id/moderation/mute/:userId': {
    does: remove('host', (scene) => room(scene, `/moderation/mute/${scene.guest.id}`)),
    tells: ['member.unmuted'],
  },
  'POST /v1/community/rooms/:id/moderation/kick': {
    does: post('host', (scene) => room(scene, '/moderation/kick'), guestId),
    tells: ['member.left', 'room.removed'],
  },
  'POST /v1/community/rooms/:id/leave': {
    does: async (scene) => {
      await join(scene);
      await scene.guest.client.post(room(scene, '/leave')).expect(successful);
    },
    tells: ['member.joined', 'room.added', 'member.left', 'room.removed'],
  },
  'POST /v1/community/rooms/:id/moderation/ban': {
    does: async (scene) => {
      await join(scene);
      await post('host', (one) => room(one, '/moderation/ban'), guestId)(scene);
    },
    tells: ['member.joined', 'room.added', 'member.left', 'room.removed'],
  },
  'DELETE /v1/community/rooms/:id/moderation/ban/:userId':
    'the user is not a member and may join again; the moderation log has no events',
  'DELETE /v1/community/rooms/:id/invite/:userId': {
    does: async (scene) => {
      await scene.host.client.delete(room(scene, `/moderation/ban/${scene.guest.id}`)).expect(successful);
      await post('host', (one) => room(one, '/invite'), guestId)(scene);
      await remove('host', (one) => room(one, `/invite/${one.guest.id}`))(scene);
    },
    tells: ['room.invited', 'room.uninvited'],
  },
  'DELETE /v1/admin/room-categories/:id': {
    does: async (scene) => {
      const { body } = await scene.admin.client
        .post('/v1/admin/room-categories', { name: 'For a while' })
        .expect(successful);
      await patch('host', room, { category_id: body.category.id })(scene);
      await scene.admin.client.delete(`/v1/admin/room-categories/${body.category.id}`).expect(successful);
    },
    tells: ['room.updated'],
  },
  'DELETE /v1/community/rooms/:id': { does: remove('host', room), tells: ['room.deleted'] },
};
