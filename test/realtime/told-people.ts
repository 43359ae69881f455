import { guestId, keep, patch, post, remove, type Step, successful, type Told } from './told-step.js';

const dm = '/v1/community/dm';

export const PEOPLE: Told = {
  'POST /v1/community/dm': {
    does: keep(
      'dmId',
      (body) => body.conversation.id,
      post('host', () => dm, guestId),
    ),
    tells: ['conversation.created'],
  },
  'POST /v1/community/dm/:id': {
    does: keep(
      'direct',
      ({ message }) => message,
      post(
        'host',
        ({ dmId }) => `${dm}/${dmId}`,
        () => ({ content: 'hello' }),
      ),
    ),
    tells: ['dm.created'],
  },
  'PATCH /v1/community/dm/:id/messages/:msgId': {
    does: patch('host', ({ dmId, direct }) => `${dm}/${dmId}/messages/${direct.id}`, { content: 'hi' }),
    tells: ['dm.updated'],
  },
  'POST /v1/community/dm/:id/reactions': {
    does: post(
      'guest',
      ({ dmId }) => `${dm}/${dmId}/reactions`,
      ({ direct }) => ({ message_id: direct.id, emoji: '👍' }),
    ),
    tells: ['dm.reaction'],
  },
  'DELETE /v1/community/dm/:id/messages/:msgId/reactions/:emoji': {
    does: remove('guest', ({ dmId, direct }) => `${dm}/${dmId}/messages/${direct.id}/reactions/%F0%9F%91%8D`),
    tells: ['dm.reaction'],
  },
  'POST /v1/community/dm/:id/read': {
    does: post(
      'guest',
      ({ dmId }) => `${dm}/${dmId}/read`,
      ({ direct }) => ({ message_id: direct.id }),
    ),
    tells: ['read.updated'],
  },
  'DELETE /v1/community/dm/:id/messages/:msgId': {
    does: remove('host', ({ dmId, direct }) => `${dm}/${dmId}/messages/${direct.id}`),
    tells: ['dm.deleted'],
  },

  'POST /v1/community/calls/start': {
    does: keep(
      'call',
      ({ call }) => call,
      post(
        'host',
        () => '/v1/community/calls/start',
        ({ guest }) => ({ target_id: guest.id, type: 'voice' }),
      ),
    ),
    tells: ['call.ringing'],
  },
  'POST /v1/community/calls/join': {
    does: post(
      'guest',
      () => '/v1/community/calls/join',
      ({ call }) => ({ call_id: call.id }),
    ),
    tells: ['call.active'],
  },
  'POST /v1/community/calls/leave': {
    does: post('guest', () => '/v1/community/calls/leave'),
    tells: ['call.ended'],
  },
  'POST /v1/community/calls/end': {
    does: async (scene) => {
      await (PEOPLE['POST /v1/community/calls/start'] as Step).does(scene);
      await post(
        'guest',
        () => '/v1/community/calls/end',
        ({ call }) => ({ call_id: call.id }),
      )(scene);
    },
    tells: ['call.ringing', 'call.ended'],
  },

  'POST /v1/community/presence': {
    does: async (scene) => {
      await scene.watchPeople();
      await scene.host.client.post('/v1/community/presence', { status: 'dnd' }).expect(successful);
    },
    tells: ['presence'],
  },
  'POST /v1/community/tips': {
    does: post(
      'host',
      () => '/v1/community/tips',
      ({ guest }) => ({ recipient_id: guest.id, amount: 1 }),
    ),
    tells: ['tip.created'],
  },
  'POST /v1/community/broadcast/start': {
    does: keep(
      'live',
      ({ broadcast }) => broadcast,
      post('host', () => '/v1/community/broadcast/start'),
    ),
    tells: ['broadcast.started'],
  },
  'POST /v1/community/broadcast/join': {
    does: async (scene) => {
      await scene.watch(`broadcast:${scene.live.id}`);
      await post(
        'guest',
        () => '/v1/community/broadcast/join',
        ({ live }) => ({ broadcast_id: live.id }),
      )(scene);
    },
    tells: ['broadcast.viewers'],
  },
  'POST /v1/community/broadcast/stop': {
    does: post('host', () => '/v1/community/broadcast/stop'),
    tells: ['broadcast.ended'],
  },
  'POST /v1/admin/badges/:id/award': {
    does: async (scene) => {
      const { body } = await scene.host.client.get('/v1/community/badges').expect(200);
      await post('admin', () => `/v1/admin/badges/${body.badges[0].id}/award`, guestId)(scene);
    },
    tells: ['badge.earned'],
  },
  'POST /v1/notifications/read': {
    does: post(
      'guest',
      () => '/v1/notifications/read',
      () => ({}),
    ),
    tells: ['notification.read'],
  },
};
