import type { Bank } from '../community/bank.js';
import type { Person } from '../social/people.js';
import { comment, publish } from '../social/posting.js';

export interface Scene {
  bank: Bank;
  admin: Person;
  user: Person;
  /** Of what the steps have made. */
  [id: string]: any;
}

export interface Step {
  does: (scene: Scene) => PromiseLike<unknown>;
  action: string;
  /** Where in the data of the entry it says what it is about. */
  about: (scene: Scene) => string;
}

const FRAME = { media_url: 'https://example.com/a.png', media_type: 'image' };

export const at = (path: string, id = '') => `/v1/admin/${path}${id && `/${id}`}`;
export const done = async (asked: PromiseLike<{ status: number; body: any }>) => {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** Made by staff, and kept in the scene under its name. */
const makes = (path: string, name: string, body: object, action: string): Step => ({
  does: async (scene) => {
    scene[name] = (await done(scene.admin.client.post(at(path), body)))[name].id;
  },
  action,
  about: (scene) => scene[name],
});
const changes = (path: string, name: string, body: object, action: string): Step => ({
  does: (scene) => done(scene.admin.client.patch(at(path, scene[name]), body)),
  action,
  about: (scene) => scene[name],
});
const removes = (path: string, name: string, action: string): Step => ({
  does: (scene) => done(scene.admin.client.delete(at(path, scene[name]))),
  action,
  about: (scene) => scene[name],
});
/** Something of a user's, made before. */
const of = (name: string, make: (scene: Scene) => PromiseLike<string>, step: Step): Step => ({
  ...step,
  does: async (scene) => {
    scene[name] = await make(scene);
    await step.does(scene);
  },
});
const posted = (path: string, name: string, body: (scene: Scene) => object) => async (scene: Scene) =>
  (await done(scene.user.client.post(path, body(scene))))[name].id as string;

/** Every route of the admin area that changes something, in an order in which each finds what it needs. */
export const STEPS: Record<string, Step | string> = {
  'POST /v1/admin/badges': makes('badges', 'badge', { name: 'Own' }, 'admin.badge_created'),
  'PATCH /v1/admin/badges/:id': changes('badges', 'badge', { name: 'New' }, 'admin.badge_updated'),
  'POST /v1/admin/badges/:id/award': {
    does: ({ admin, badge, user }) => done(admin.client.post(at(`badges/${badge}/award`), { user_id: user.id })),
    action: 'admin.badge_awarded',
    about: ({ user }) => user.id,
  },
  'DELETE /v1/admin/badges/:id': removes('badges', 'badge', 'admin.badge_deleted'),
  'POST /v1/admin/sticker-packs': makes('sticker-packs', 'pack', { name: 'Own' }, 'admin.sticker_pack_created'),
  'PATCH /v1/admin/sticker-packs/:id': changes('sticker-packs', 'pack', { name: 'New' }, 'admin.sticker_pack_updated'),
  'DELETE /v1/admin/sticker-packs/:id': removes('sticker-packs', 'pack', 'admin.sticker_pack_deleted'),
  'POST /v1/admin/room-categories': makes(
    'room-categories',
    'category',
    { name: 'Own' },
    'admin.room_category_created',
  ),
  'PATCH /v1/admin/room-categories/:id': changes(
    'room-categories',
    'category',
    { name: 'New' },
    'admin.room_category_updated',
  ),
  'DELETE /v1/admin/room-categories/:id': removes('room-categories', 'category', 'admin.room_category_deleted'),

  'POST /v1/admin/categories': makes('categories', 'category', { name: 'Own' }, 'admin.category_created'),
  'PATCH /v1/admin/categories/:id': changes('categories', 'category', { name: 'New' }, 'admin.category_updated'),
  'DELETE /v1/admin/categories/:id': removes('categories', 'category', 'admin.category_deleted'),
  'POST /v1/admin/blacklist': makes(
    'blacklist',
    'entry',
    { type: 'username', value: 'nobody' },
    'admin.blacklist_entry_created',
  ),
  'DELETE /v1/admin/blacklist/:id': removes('blacklist', 'entry', 'admin.blacklist_entry_deleted'),
  'POST /v1/admin/censors': makes('censors', 'censor', { pattern: 'xyzzy' }, 'admin.censor_created'),
  'POST /v1/admin/censors/preview': 'changes nothing',
  'DELETE /v1/admin/censors/:id': removes('censors', 'censor', 'admin.censor_deleted'),

  'PATCH /v1/admin/ads/:id': of(
    'ad',
    posted('/v1/ads', 'ad', () => ({ title: 'An ad', budget: 5 })),
    changes('ads', 'ad', { status: 'active' }, 'admin.ad_approved'),
  ),
  'PATCH /v1/admin/jobs/:id': of(
    'job',
    posted('/v1/jobs', 'job', () => ({ title: 'A job', location: 'Here' })),
    changes('jobs', 'job', { status: 'active' }, 'admin.job_updated'),
  ),
  'PATCH /v1/admin/authorship-requests/:id': of(
    'request',
    posted('/v1/authorship-requests', 'authorship_request', () => ({})),
    changes('authorship-requests', 'request', { status: 'approved' }, 'authorship.approved'),
  ),
  'PATCH /v1/admin/posts/:id': of(
    'post',
    async ({ user }) => (await publish(user)).id,
    changes('posts', 'post', { status: 'flagged' }, 'admin.post_flagged'),
  ),
  'PATCH /v1/admin/reports/:id': of(
    'report',
    async ({ admin, user }) => {
      const about = { reportable_type: 'user', reportable_id: admin.id, reason: 'rude' };
      return (await done(user.client.post('/v1/reports', about))).id;
    },
    changes('reports', 'report', { status: 'dismissed' }, 'report.dismissed'),
  ),
  'DELETE /v1/admin/posts/:id': removes('posts', 'post', 'post.deleted'),
  'DELETE /v1/admin/products/:id': 'of an app: test/admin/products',
  'PATCH /v1/admin/withdrawals/:id': of(
    'withdrawal',
    posted('/v1/wallet/withdraw', 'transaction', () => ({ amount: 5 })),
    changes('withdrawals', 'withdrawal', { status: 'completed' }, 'wallet.withdrawal_completed'),
  ),
  'PATCH /v1/admin/business-accounts/:id': of(
    'business',
    async ({ bank, user }) => {
      const insert = `INSERT INTO payments.business_accounts (user_id, processor_account_id) VALUES ($1, 'acct_1') RETURNING id`;
      return (await bank.rows(insert, user.id))[0].id;
    },
    changes('business-accounts', 'business', { platform_fee_percent: 5 }, 'business.fee_set'),
  ),
  'PATCH /v1/admin/users/:id': {
    does: ({ admin, user }) => done(admin.client.patch(at('users', user.id), { type: 'creator' })),
    action: 'admin.user_updated',
    about: ({ user }) => user.id,
  },
  'DELETE /v1/admin/users/:id': {
    does: ({ admin, user }) => done(admin.client.delete(at('users', user.id))),
    action: 'account.deleted',
    about: ({ user }) => user.id,
  },
};

export const ROOMS = '/v1/community/rooms';
export const write = async ({ client }: Person, room: string) =>
  (await done(client.post(`${ROOMS}/${room}/messages`, { content: 'hello' }))).message.id as string;

/** Where the areas let staff do what only their owners may otherwise. */
export const ELSEWHERE: Record<string, Step> = {
  'a change of a post': of('post', async ({ user }) => (await publish(user)).id, {
    does: ({ admin, post }) => done(admin.client.patch(`/v1/posts/${post}`, { title: 'Milder' })),
    action: 'post.changed',
    about: ({ post }) => post,
  }),
  'the end of a comment': of('comment', async ({ user, post }) => (await comment(user, { id: post })).id, {
    does: ({ admin, comment: id }) => done(admin.client.delete(`/v1/comments/${id}`)),
    action: 'comment.deleted',
    about: ({ comment: id }) => id,
  }),
  'the end of a post': {
    does: ({ admin, post }) => done(admin.client.delete(`/v1/posts/${post}`)),
    action: 'post.deleted',
    about: ({ post }) => post,
  },
  'the end of a story': of(
    'story',
    posted('/v1/stories', 'story', () => ({ frames: [FRAME] })),
    {
      does: ({ admin, story }) => done(admin.client.delete(`/v1/stories/${story}`)),
      action: 'story.deleted',
      about: ({ story }) => story,
    },
  ),
  'a change of a room': of(
    'room',
    posted(ROOMS, 'room', () => ({ name: 'A room' })),
    {
      does: ({ admin, room }) => done(admin.client.patch(`${ROOMS}/${room}`, { name: 'Another' })),
      action: 'room.updated',
      about: ({ room }) => room,
    },
  ),
  'the end of a message': of('message', ({ user, room }) => write(user, room), {
    does: ({ admin, room, message: id }) => done(admin.client.delete(`${ROOMS}/${room}/messages/${id}`)),
    action: 'message.deleted',
    about: ({ message: id }) => id,
  }),
  'a role in a room': {
    does: async (scene) => {
      scene.guest = await scene.bank.person();
      await done(scene.guest.client.post(`${ROOMS}/${scene.room}/join`));
      const body = { user_id: scene.guest.id, role: 'admin' };
      await done(scene.admin.client.patch(`${ROOMS}/${scene.room}/roles`, body));
    },
    action: 'room.role_changed',
    about: ({ guest }) => guest.id,
  },
  'a ban from a room': {
    does: ({ admin, room, guest }) => done(admin.client.post(`${ROOMS}/${room}/moderation/ban`, { user_id: guest.id })),
    action: 'room.moderated',
    about: ({ guest }) => guest.id,
  },
  'an invitation to a room': {
    does: async (scene) => {
      scene.invited = await scene.bank.person();
      await done(scene.admin.client.post(`${ROOMS}/${scene.room}/invite`, { user_id: scene.invited.id }));
    },
    action: 'room.invited',
    about: ({ invited }) => invited.id,
  },
  'a refund': of('payment', async ({ bank }) => bank.shop.deposit(await bank.shop.account(), 5), {
    does: ({ admin, payment }) => done(admin.client.post(`/v1/payments/${payment}/refund`)),
    action: 'admin.payment_refunded',
    about: ({ payment }) => payment,
  }),
  'the end of a room': {
    does: ({ admin, room }) => done(admin.client.delete(`${ROOMS}/${room}`)),
    action: 'room.deleted',
    about: ({ room }) => room,
  },
};
