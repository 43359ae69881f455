/** All types of the core. Users can switch each of them off. */
export const NOTIFICATION_TYPES = [
  'follow',
  'follow_request',
  'follow_accepted',
  'reaction',
  'comment',
  'reply',
  'mention',
  'room_invitation',
  'tip',
  'badge_earned',
  'export_ready',
  'export_failed',
  'authorship_reviewed',
  'ad_reviewed',
  'job_reviewed',
] as const;

/** The types of apps: `<slug>.<what_happened>`. An app is switched off as a whole. */
export const APP_TYPE = /^([a-z]+(?:-[a-z]+)*)\.[a-z0-9_]+$/;

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Extension point: names the apps that send notifications. The kernel of the apps provides it. */
export abstract class NotifyingAppsList {
  abstract slugs(): string[];
}
