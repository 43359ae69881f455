import { OPERATION_KIND } from '../../src/platform/http/idempotency/idempotency-key.js';
import { RouteRegistry } from '../../src/platform/http/route.registry.js';
import { Bank } from '../community/bank.js';
import { PASSWORD } from '../support/service.js';
import { type Person, person } from '../social/people.js';

let bank: Bank;
let ann: Person;
let ben: Person;
let cid: Person;
let admin: Person;
beforeAll(async () => {
  bank = await Bank.start();
  [ann, ben, cid] = [await bank.person(100), await bank.person(), await bank.person()];
  admin = await person(bank.service, 'admin');
});
afterAll(() => bank.stop());

interface Call {
  by: Person;
  path: string;
  body?: object;
}

/** The things that earlier calls created, by their names in the answers. */
const made: Record<string, string> = {};
const ROOM = '/v1/community/rooms';

/**
 * One successful call of every route that only writes to the database, in an order in which each can succeed.
 */
const CALLS: Record<string, () => Call> = {
  'POST /v1/auth/sign-up': () => ({
    by: { id: '', client: bank.service.client() },
    path: '/v1/auth/sign-up',
    body: { email: 'sweep@example.com', password: PASSWORD },
  }),
  'POST /v1/api-keys': () => ({ by: ann, path: '/v1/api-keys', body: { name: 'a key' } }),
  'POST /v1/realtime/tickets': () => ({ by: ann, path: '/v1/realtime/tickets' }),
  'POST /v1/wallet/withdraw': () => ({ by: ann, path: '/v1/wallet/withdraw', body: { amount: 5 } }),
  'POST /v1/posts': () => ({ by: ben, path: '/v1/posts', body: { title: 'A post', content: 'Words' } }),
  'POST /v1/posts/:id/comments': () => ({
    by: ann,
    path: `/v1/posts/${made.post}/comments`,
    body: { content: 'Indeed' },
  }),
  'POST /v1/posts/:id/reactions': () => ({
    by: ann,
    path: `/v1/posts/${made.post}/reactions`,
    body: { type: 'like' },
  }),
  'POST /v1/bookmarks': () => ({
    by: ann,
    path: '/v1/bookmarks',
    body: { bookmarkable_type: 'post', bookmarkable_id: made.post },
  }),
  'POST /v1/follow': () => ({ by: ann, path: '/v1/follow', body: { user_id: ben.id } }),
  'POST /v1/stories': () => ({ by: ann, path: '/v1/stories', body: {} }),
  'POST /v1/reports': () => ({
    by: ann,
    path: '/v1/reports',
    body: { reportable_type: 'post', reportable_id: made.post, reason: 'spam' },
  }),
  'POST /v1/authorship-requests': () => ({ by: ann, path: '/v1/authorship-requests', body: { note: 'me' } }),
  'POST /v1/ads': () => ({ by: ann, path: '/v1/ads', body: { title: 'An ad', budget: 5 } }),
  'POST /v1/jobs': () => ({ by: ann, path: '/v1/jobs', body: { title: 'A job', location: 'Here' } }),
  'POST /v1/community/dm': () => ({ by: ann, path: '/v1/community/dm', body: { user_id: ben.id } }),
  'POST /v1/community/dm/:id': () => ({
    by: ann,
    path: `/v1/community/dm/${made.conversation}`,
    body: { content: 'hello' },
  }),
  'POST /v1/community/dm/:id/reactions': () => ({
    by: ben,
    path: `/v1/community/dm/${made.conversation}/reactions`,
    body: { message_id: made.message, emoji: '👍' },
  }),
  'POST /v1/community/tips': () => ({
    by: ann,
    path: '/v1/community/tips',
    body: { recipient_id: ben.id, amount: 1 },
  }),
  'POST /v1/community/calls/start': () => ({
    by: ann,
    path: '/v1/community/calls/start',
    body: { target_id: ben.id, type: 'voice' },
  }),
  'POST /v1/community/broadcast/start': () => ({ by: ann, path: '/v1/community/broadcast/start' }),
  'POST /v1/community/rooms': () => ({ by: ann, path: ROOM, body: { name: 'A room' } }),
  'POST /v1/community/rooms/:id/invite': () => ({
    by: ann,
    path: `${ROOM}/${made.room}/invite`,
    body: { user_id: ben.id },
  }),
  'POST /v1/community/rooms/:id/join': () => ({ by: cid, path: `${ROOM}/${made.room}/join` }),
  'POST /v1/community/rooms/:id/messages': () => ({
    by: ann,
    path: `${ROOM}/${made.room}/messages`,
    body: { content: 'hello' },
  }),
  'POST /v1/community/rooms/:id/messages/:msgId/reactions': () => ({
    by: cid,
    path: `${ROOM}/${made.room}/messages/${made.message}/reactions`,
    body: { emoji: '👍' },
  }),
  'POST /v1/community/rooms/:id/moderation/mute': () => moderation('mute'),
  'POST /v1/community/rooms/:id/moderation/kick': () => moderation('kick'),
  'POST /v1/community/rooms/:id/moderation/ban': () => moderation('ban'),
  'POST /v1/admin/badges': () => staff('badges', { name: 'Own' }),
  'POST /v1/admin/badges/:id/award': () => staff(`badges/${made.badge}/award`, { user_id: ann.id }),
  'POST /v1/admin/sticker-packs': () => staff('sticker-packs', { name: 'Own' }),
  'POST /v1/admin/room-categories': () => staff('room-categories', { name: 'Own' }),
  'POST /v1/admin/categories': () => staff('categories', { name: 'Own' }),
  'POST /v1/admin/blacklist': () => staff('blacklist', { type: 'username', value: 'nobody' }),
  'POST /v1/admin/censors': () => staff('censors', { pattern: 'xyzzy' }),
};

const moderation = (action: string): Call => ({
  by: ann,
  path: `${ROOM}/${made.room}/moderation/${action}`,
  body: { user_id: cid.id },
});
const staff = (path: string, body: object): Call => ({ by: admin, path: `/v1/admin/${path}`, body });

it('every route with an Idempotency-Key is called here', () => {
  const routes = bank.service.app.get(RouteRegistry, { strict: false }).all();
  const local = routes.filter(({ handler }) => Reflect.getMetadata(OPERATION_KIND, handler) === 'local');
  expect(local.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(CALLS).sort());
});

it.each(Object.entries(CALLS))('the transaction of %s stores its answer', async (name, call) => {
  const { by, path, body } = call();
  const said = bank.service.log.length;
  const ask = () => by.client.with({ 'idempotency-key': 'sweep' }).post(path, body);
  const first = await ask();
  expect({ name, status: first.status, error: first.body.error }).toMatchObject({ error: undefined });
  expect([200, 201]).toContain(first.status);
  for (const [thing, value] of Object.entries(first.body)) {
    const { id } = (value ?? {}) as { id?: string };
    if (id) made[thing] = id;
  }
  expect(bank.service.log.slice(said).filter((line) => line.includes('result of its transaction'))).toEqual([]);
  const again = await ask();
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect({ status: again.status, body: again.body }).toEqual({ status: first.status, body: first.body });
});
