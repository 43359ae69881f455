const NOTIFICATIONS = ['notifications'];
const PAID = ['payments', 'notifications'];
const DOCUMENTS = ['documents', 'notifications'];

/** The specification's table of apps: how many actions each has, and which core services it uses. */
export const CONTRACT_APPS: Record<string, { actions: number; uses: string[] }> = {
  affiliates: { actions: 13, uses: PAID },
  'ai-docs': { actions: 10, uses: [] },
  analytics: { actions: 7, uses: [] },
  assignments: { actions: 12, uses: NOTIFICATIONS },
  biolinks: { actions: 12, uses: [] },
  blog: { actions: 11, uses: [] },
  bundles: { actions: 14, uses: PAID },
  certificates: { actions: 11, uses: NOTIFICATIONS },
  courses: { actions: 29, uses: PAID },
  documents: { actions: 24, uses: NOTIFICATIONS },
  domains: { actions: 7, uses: [] },
  esignatures: { actions: 8, uses: DOCUMENTS },
  events: { actions: 17, uses: PAID },
  filerequests: { actions: 11, uses: DOCUMENTS },
  forums: { actions: 19, uses: NOTIFICATIONS },
  invoicing: { actions: 26, uses: PAID },
  'live-sessions': { actions: 16, uses: PAID },
  pixels: { actions: 9, uses: [] },
  products: { actions: 16, uses: PAID },
  qr: { actions: 8, uses: [] },
  quizzes: { actions: 18, uses: NOTIFICATIONS },
  reminders: { actions: 9, uses: NOTIFICATIONS },
  shortlinks: { actions: 12, uses: [] },
  subscriptions: { actions: 17, uses: PAID },
  support: { actions: 13, uses: NOTIFICATIONS },
  timetracking: { actions: 17, uses: ['invoicing'] },
  workflows: { actions: 16, uses: NOTIFICATIONS },
};

export const PLATFORM_ACTIONS = ['get-settings', 'update-settings', 'stats', 'activity', 'export'];
export const PAYMENT_ACTIONS = ['payment-succeeded', 'payment-refunded'];
