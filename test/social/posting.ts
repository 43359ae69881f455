import type { Client } from '../support/client.js';
import { type Person, TIME } from './people.js';

export const NO_POST = { error: 'Post not found' };
export const NO_COMMENT = { error: 'Comment not found' };
export const CANNOT = { error: 'You cannot interact with this user' };
export const ID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
/** A time in microseconds. */
export const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{6}Z$/);

export const commentAuthorOf = ({ id }: Person) => ({
  id,
  username: null,
  first_name: null,
  last_name: null,
  avatar_url: null,
});
export const authorOf = (person: Person) => ({ ...commentAuthorOf(person), verified: false });

/** The expected answer of a post with these differences. */
export const shape = (author: Person, fields: object = {}) => ({
  id: ID,
  user_id: author.id,
  title: null,
  content: null,
  status: 'published',
  is_sensitive: false,
  is_ai_generated: false,
  created_at: TIME,
  updated_at: TIME,
  author: authorOf(author),
  media: [],
  poll: [],
  ...fields,
});

export const publish = async ({ client }: Person, body: object = { title: 'A post' }) =>
  (await client.post('/v1/posts', body).expect(201)).body.post;
export const draft = (person: Person, body: object = {}) =>
  publish(person, { title: 'A draft', status: 'draft', ...body });
export const comment = async ({ client }: Person, post: { id: string }, content = 'Well', parent?: string) => {
  const body = { content, ...(parent && { parent_id: parent }) };
  return (await client.post(`/v1/posts/${post.id}/comments`, body).expect(201)).body.comment;
};
export const react = ({ client }: Person, { id }: { id: string }, type: unknown = 'like') =>
  client.post(`/v1/posts/${id}/reactions`, { type });
export const follow = ({ client }: Person, { id }: Person) => client.post('/v1/follow', { user_id: id }).expect(201);
export const block = ({ client }: Person, { id }: Person) => client.put(`/v1/users/${id}/block`).expect(200);

export const single = async (client: Client, { id }: { id: string }) =>
  (await client.get(`/v1/posts/${id}`).expect(200)).body.post;
export const postsCount = async (client: Client, { id }: Person): Promise<number> =>
  (await client.get(`/v1/users/${id}`).expect(200)).body.user.posts_count;
