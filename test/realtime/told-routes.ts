import { PEOPLE } from './told-people.js';
import { ROOMS } from './told-rooms.js';
import { leaves, LEFT } from './told-leaving.js';
import { SOCIAL } from './told-social.js';
import type { Told } from './told-step.js';

/**
 * Every route that changes something, in an order in which each finds what it needs, or the reason why it
 * sends no events.
 */
export const TOLD: Told = {
  ...SOCIAL,
  ...ROOMS,
  ...PEOPLE,

  'POST /v1/ads': 'the caller alone has it',
  'POST /v1/ads/:id/impression': 'ad.paused, when the budget is spent: test/listings',
  'POST /v1/reports': 'report.updated, when it is decided: test/moderation',
  'POST /v1/wallet/deposit': 'the processor’s page; wallet.transaction comes of its webhook: test/payments',
  'POST /v1/wallet/withdraw': 'wallet.transaction, when it is fulfilled: test/payments',
  'PATCH /v1/admin/withdrawals/:id': 'wallet.transaction: test/payments',
  'PATCH /v1/admin/reports/:id': 'report.updated: test/realtime/payments-news',
  ...silent('whose it is, is notified: test/admin', [
    'PATCH /v1/admin/ads/:id',
    'PATCH /v1/admin/jobs/:id',
    'PATCH /v1/admin/authorship-requests/:id',
  ]),
  'POST /v1/payments/:id/refund': 'wallet.transaction: test/payments',
  'POST /v1/webhook/processor': 'wallet, subscription and membership by what the processor says: test/payments',
  ...silent('rows of an app: its events are notifications', [
    'POST /v1/webhook/payment-succeeded',
    'POST /v1/apps/:slug/:action',
    'ALL /v1/apps/:slug/public/*rest',
  ]),
  'POST /v1/business/cancel': 'subscription.updated comes of the webhook',
  'POST /v1/business/upgrade': 'subscription.updated comes of the webhook',
  'POST /v1/community/memberships/purchase': 'membership.updated comes of the webhook',
  'POST /v1/community/memberships/cancel': 'membership.updated comes of the webhook',
  'PATCH /v1/admin/business-accounts/:id': 'staff reads what it changes',
  ...silent('a catalogue, which is read by who opens it', [
    'POST /v1/admin/badges',
    'PATCH /v1/admin/badges/:id',
    'DELETE /v1/admin/badges/:id',
    'POST /v1/admin/blacklist',
    'DELETE /v1/admin/blacklist/:id',
    'POST /v1/admin/categories',
    'PATCH /v1/admin/categories/:id',
    'DELETE /v1/admin/categories/:id',
    'POST /v1/admin/censors',
    'POST /v1/admin/censors/preview',
    'DELETE /v1/admin/censors/:id',
    'POST /v1/admin/room-categories',
    'PATCH /v1/admin/room-categories/:id',
    'POST /v1/admin/sticker-packs',
    'PATCH /v1/admin/sticker-packs/:id',
    'DELETE /v1/admin/sticker-packs/:id',
  ]),
  'PATCH /v1/admin/posts/:id': 'post.updated, to who looks at it: test/admin/posts',
  'DELETE /v1/admin/posts/:id': 'post.deleted, as when its author deletes it',
  'DELETE /v1/admin/products/:id': 'an app’s own',
  ...silent('access is checked again, or connections are closed: test/admin/users', [
    'PATCH /v1/admin/users/:id',
    'DELETE /v1/admin/users/:id',
  ]),
  ...silent('only the caller sees it, and has the answer', [
    'DELETE /dev/mailbox',
    'POST /v1/api-keys',
    'POST /v1/auth/forgot-password',
    'POST /v1/auth/refresh',
    'POST /v1/auth/resend-verification',
    'POST /v1/auth/sign-in',
    'POST /v1/auth/sign-up',
    'POST /v1/auth/verify-email',
    'POST /v1/authorship-requests',
    'POST /v1/bookmarks',
    'DELETE /v1/bookmarks/:id',
    'POST /v1/apps/install',
    'POST /v1/apps/uninstall',
    'POST /v1/files',
    'PUT /v1/files/uploads/:ticket',
    'DELETE /v1/files/:id',
    'POST /v1/jobs',
    'POST /v1/processor/checkout',
    'POST /v1/processor/connect/dashboard',
    'POST /v1/processor/connect/onboard',
    'POST /v1/realtime/tickets',
  ]),
  ...silent('the access of others is checked again, and subscriptions may end', [
    'PUT /v1/users/:id/block',
    'DELETE /v1/users/:id/block',
  ]),
  ...silent('connections end with their credential, by 4401: test/realtime', [
    'DELETE /v1/api-keys/:id',
    'POST /v1/auth/reset-password',
    'DELETE /v1/auth/sessions/:id',
    'POST /v1/auth/sign-out',
  ]),
  'PATCH /v1/notifications/settings': 'settings have no events: they are read by who opens them',
  'PATCH /v1/users/me': 'names and pictures are those of the moment of an event, and are read again with it',

  'DELETE /v1/users/me': { does: leaves, tells: LEFT },
};

function silent(reason: string, routes: string[]): Record<string, string> {
  return Object.fromEntries(routes.map((route) => [route, reason]));
}
