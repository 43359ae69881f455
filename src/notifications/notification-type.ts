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

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
