import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';

const ANNOUNCEMENTS = ['instant', 'daily', 'off'] as const;

export class AffiliatesSettings {
  /** The merchant's: commissions are approved when their hold ends. Off: they wait for review-commission. */
  @IsBoolean() auto_approve_commissions = true;
  /** The affiliate's: how they are notified of what they earn. */
  @IsIn(ANNOUNCEMENTS) notify_commissions: (typeof ANNOUNCEMENTS)[number] = 'daily';
  /** The merchant is notified of each application. */
  @IsBoolean() notify_applications = true;
  /** The merchant's, for new programs. */
  @IsInt() @Min(0) @Max(180) default_hold_days = 30;
}
