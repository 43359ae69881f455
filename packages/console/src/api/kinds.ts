/** What the lists of the console are made of: where each kind lives, and how the service names it. */
export interface Kind {
  path: string;
  many: string;
  one: string;
  /** How many a page has where the service does not let choose. */
  fixed?: boolean;
}

export const KINDS = {
  users: { path: 'admin/users', many: 'users', one: 'user' },
  posts: { path: 'admin/posts', many: 'posts', one: 'post' },
  products: { path: 'admin/products', many: 'products', one: 'product', fixed: true },
  reports: { path: 'admin/reports', many: 'reports', one: 'report' },
  ads: { path: 'admin/ads', many: 'ads', one: 'ad', fixed: true },
  jobs: { path: 'admin/jobs', many: 'jobs', one: 'job', fixed: true },
  categories: { path: 'admin/categories', many: 'categories', one: 'category', fixed: true },
  blacklist: { path: 'admin/blacklist', many: 'entries', one: 'entry', fixed: true },
  censors: { path: 'admin/censors', many: 'censors', one: 'censor', fixed: true },
  'authorship-requests': {
    path: 'admin/authorship-requests',
    many: 'authorship_requests',
    one: 'authorship_request',
    fixed: true,
  },
  withdrawals: { path: 'admin/withdrawals', many: 'withdrawals', one: 'withdrawal' },
  badges: { path: 'admin/badges', many: 'badges', one: 'badge', fixed: true },
  'sticker-packs': { path: 'admin/sticker-packs', many: 'packs', one: 'pack', fixed: true },
  'room-categories': { path: 'admin/room-categories', many: 'categories', one: 'category', fixed: true },
  audit: { path: 'admin/audit', many: 'entries', one: 'entry' },
} satisfies Record<string, Kind>;
