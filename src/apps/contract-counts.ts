import { declaredApp } from './kernel/app.js';
import type { Type } from './kernel/calls/action.js';

/** How many actions of its own the contract gives each app: 27 apps, 382 actions. */
export const OWN_ACTIONS: Record<string, number> = {
  affiliates: 13,
  'ai-docs': 10,
  analytics: 7,
  assignments: 12,
  biolinks: 12,
  blog: 11,
  bundles: 14,
  certificates: 11,
  courses: 29,
  documents: 24,
  domains: 7,
  esignatures: 8,
  events: 17,
  filerequests: 11,
  forums: 19,
  invoicing: 26,
  'live-sessions': 16,
  pixels: 9,
  products: 16,
  qr: 8,
  quizzes: 18,
  reminders: 9,
  shortlinks: 12,
  subscriptions: 17,
  support: 13,
  timetracking: 17,
  workflows: 16,
};

/** Stops a start with other numbers: clients rely on every action of the contract. Apps beyond it are not counted. */
export function expectContract(catalogue: Type[]): void {
  const actions = new Map(catalogue.map((type) => [declaredApp(type)?.slug, declaredApp(type)?.actions.length]));
  for (const [slug, count] of Object.entries(OWN_ACTIONS)) {
    const found = actions.get(slug);
    if (found === undefined) throw new Error(`The app ${slug} of the contract is not in the catalogue`);
    if (found !== count)
      throw new Error(`The app ${slug} has ${found} actions, and ${count} by the contract: see contract-counts.ts`);
  }
}
