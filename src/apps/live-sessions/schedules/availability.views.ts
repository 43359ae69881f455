import { IsObject, IsString } from 'class-validator';
import { ListOf, Nullable } from '../../../platform/http/fields.js';
import type { WeeklyHours } from '../../kernel/calendar/open-hours.js';
import { WEEKDAYS } from '../../kernel/calendar/open-hours.js';
import { BlockedFields, OverrideFields } from './schedule.fields.js';
import type { Availability } from './schedules.service.js';

export class AvailabilityView {
  @IsString() timezone!: string;
  @IsObject() weekly!: WeeklyHours;
  @ListOf(() => OverrideFields) overrides!: OverrideFields[];
  @ListOf(() => BlockedFields) blocked!: BlockedFields[];
  /** Null before the first `set-availability`. Who has the address sees the calendar. */
  @Nullable() @IsString() feed_url!: string | null;
}

export function presentAvailability(
  { timezone, weekly, overrides, blocked, feed_token }: Availability,
  addressOf: (token: string) => string,
): AvailabilityView {
  const hours = Object.fromEntries(WEEKDAYS.map((day) => [day, weekly[day] ?? []]));
  const feed_url = feed_token === null ? null : addressOf(feed_token);
  return { timezone, weekly: hours, overrides, blocked, feed_url };
}
