import { keep, patch, post, remove, type Step, successful, type Told } from './told-step.js';

export const SOCIAL: Told = {
  'POST /v1/follow': {
    does: post(
      'guest',
      () => '/v1/follow',
      ({ host }) => ({ user_id: host.id }),
    ),
    tells: ['follow.created'],
  },
  'POST /v1/follow/accept': {
    does: async (scene) => {
      await scene.guest.client.delete(`/v1/follow/${scene.host.id}`).expect(successful);
      await patch('host', () => '/v1/users/me', { privacy: { follower_approval: true } })(scene);
      await (SOCIAL['POST /v1/follow'] as Step).does(scene);
      await post(
        'host',
        () => '/v1/follow/accept',
        ({ guest }) => ({ follower_id: guest.id }),
      )(scene);
    },
    tells: ['follow.requested', 'follow.accepted'],
  },
  'POST /v1/follow/decline': 'a decline is not announced',
  'DELETE /v1/follow/:userId': 'the end of a follow is not announced',

  'POST /v1/posts': {
    does: keep(
      'post',
      ({ post: made }) => made,
      post(
        'host',
        () => '/v1/posts',
        () => ({
          content: 'words',
          poll: { question: 'Which?', options: ['this', 'that'] },
        }),
      ),
    ),
    tells: ['feed.new'],
  },
  'PATCH /v1/posts/:id': {
    does: async (scene) => {
      await scene.watch(`post:${scene.post.id}`);
      await patch('host', ({ post: { id } }) => `/v1/posts/${id}`, { content: 'other words' })(scene);
    },
    tells: ['post.updated'],
  },
  'POST /v1/posts/:id/reactions': {
    does: post(
      'guest',
      ({ post: { id } }) => `/v1/posts/${id}/reactions`,
      () => ({ type: 'like' }),
    ),
    tells: ['post.counters'],
  },
  'DELETE /v1/posts/:id/reactions': {
    does: remove('guest', ({ post: { id } }) => `/v1/posts/${id}/reactions`),
    tells: ['post.counters'],
  },
  'POST /v1/polls/:id/vote': {
    does: post(
      'guest',
      ({ post: { poll } }) => `/v1/polls/${poll[0].id}/vote`,
      () => ({ option_index: 1 }),
    ),
    tells: ['poll.updated'],
  },
  'POST /v1/posts/:id/comments': {
    does: keep(
      'comment',
      ({ comment }) => comment,
      post(
        'guest',
        ({ post: { id } }) => `/v1/posts/${id}/comments`,
        () => ({ content: 'indeed' }),
      ),
    ),
    tells: ['comment.created', 'post.counters'],
  },
  'DELETE /v1/comments/:id': {
    does: remove('guest', ({ comment }) => `/v1/comments/${comment.id}`),
    tells: ['comment.deleted', 'post.counters'],
  },
  'DELETE /v1/posts/:id': {
    does: remove('host', ({ post: { id } }) => `/v1/posts/${id}`),
    tells: ['post.deleted'],
  },

  'POST /v1/stories': {
    does: keep(
      'story',
      ({ story }) => story,
      post(
        'host',
        () => '/v1/stories',
        () => ({
          frames: [{ media_url: 'https://media.example.com/1.png', media_type: 'image' }],
        }),
      ),
    ),
    tells: ['story.created'],
  },
  'POST /v1/stories/:id/view': {
    does: post('guest', ({ story }) => `/v1/stories/${story.id}/view`),
    tells: ['story.viewed'],
  },
  'DELETE /v1/stories/:id': {
    does: remove('host', ({ story }) => `/v1/stories/${story.id}`),
    tells: ['story.deleted'],
  },
};
