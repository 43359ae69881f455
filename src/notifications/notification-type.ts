/** Everything that somebody can be notified of, and can switch off. */
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
  'authorship_reviewed',
  'ad_reviewed',
  'job_reviewed',
] as const;

/** Those of apps: `<slug>.<what_happened>`. An app is switched off as a whole. */
export const APP_TYPE = /^([a-z]+(?:-[a-z]+)*)\.[a-z0-9_]+$/;

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
