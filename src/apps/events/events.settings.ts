import { ArrayMaxSize, IsArray, IsBoolean, IsInt, Max, Min } from 'class-validator';
import { ArrayUnique, Nullable, saying } from '../../platform/http/fields.js';
import { Currency } from '../../platform/money/amount.field.js';
import { TimeZone } from '../kernel/calendar/time.fields.js';

export const EARLIEST_REMINDER_HOURS = 720;

export class EventsSettings {
  /** Of new events. */
  @Currency() default_currency = 'usd';
  /** What clients propose: an event states its own. */
  @TimeZone(saying('Unknown time zone')) default_timezone = 'UTC';
  /** How long unpaid seats are held: the checkout of the processor is open for half an hour at least. */
  @IsInt() @Min(30) @Max(120) hold_minutes = 30;
  /** The life of an offer to the waitlist. */
  @IsInt() @Min(1) @Max(168) waitlist_offer_hours = 24;
  /** Of new events; null: buyers cannot cancel what they paid for. */
  @Nullable() @IsInt() @Min(0) @Max(8760) cancel_until_hours: number | null = 24;
  /** Reminders so many hours before the start. */
  @IsArray()
  @ArrayMaxSize(3)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(EARLIEST_REMINDER_HOURS, { each: true })
  reminder_hours: number[] = [24, 1];
  /** The organiser is told of each order. */
  @IsBoolean() notify_on_order = true;
}
