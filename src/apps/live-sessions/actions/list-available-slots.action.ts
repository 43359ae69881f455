import { IsInt, IsString } from 'class-validator';
import { ListOf, Nested, Optional, saying, Time, Uuid } from '../../../platform/http/fields.js';
import { invalid, notFound } from '../../../platform/http/refusal.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import type { Span } from '../../kernel/calendar/open-hours.js';
import { CalendarDay, TimeZone } from '../../kernel/calendar/time.fields.js';
import { DAY, MINUTE } from '../../kernel/calendar/wall-clock.js';
import { instantOf } from '../../kernel/calendar/zone.js';
import { type Offering, OFFERING } from '../entities/offering.entity.js';
import { OfferingView, presentOffering } from '../offerings/offering.views.js';
import { type Availability, SchedulesService } from '../schedules/schedules.service.js';
import { SlotsService } from '../schedules/slots.service.js';
import { SessionRepository } from '../sessions/session.repository.js';

const MOST_DAYS = 31;

class Input {
  @Uuid() offering_id!: string;
  @CalendarDay() from!: string;
  /** Left out: 31 days on. */
  @Optional() @CalendarDay() to?: string;
  /** Of the days, and of who looks; the host's where it is left out. */
  @Optional() @TimeZone(saying('Unknown time zone')) timezone?: string;
}

class SlotView {
  @Time() starts_at!: Date;
  @Time() ends_at!: Date;
  /** Of a group. */
  @Optional() @Uuid() session_id?: string;
  @Optional() @IsInt() seats_left?: number;
}

class Result {
  @Nested(() => OfferingView) offering!: OfferingView;
  @IsString() timezone!: string;
  @ListOf(() => SlotView) slots!: SlotView[];
}

@Action('list-available-slots', {
  access: 'public',
  target: OFFERING,
  description: 'The free times of a one-to-one offering, or the coming sessions of a group with the seats left.',
  input: Input,
  result: Result,
  refuses: { 400: ['Unknown time zone'] },
})
export class ListAvailableSlots {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly slots: SlotsService,
    private readonly sessions: SessionRepository,
  ) {}

  async run({ input, target: offering, caller }: PublicCall<Input, Offering>) {
    if (offering.status === 'archived' || offering.owner_id === null) throw notFound('Offering');
    const times = await this.schedules.of(offering.owner_id);
    const timezone = input.timezone ?? times.timezone;
    const slots = await this.slotsOf(offering, times, daysOf(input, timezone));
    return { offering: presentOffering(offering, caller?.id), timezone, slots };
  }

  private async slotsOf(offering: Offering, times: Availability, within: Span): Promise<SlotView[]> {
    if (offering.kind === 'group') return this.sessions.openGroups(offering.id, within);
    const starts = await this.slots.free(offering, times, within);
    const length = offering.duration_minutes * MINUTE;
    return starts.map((start) => ({ starts_at: new Date(start), ends_at: new Date(start + length) }));
  }
}

/** Both days are whole, in the zone. */
function daysOf({ from, to }: Input, timezone: string): Span {
  const first = Date.parse(from);
  const last = to === undefined ? first + MOST_DAYS * DAY : Date.parse(to);
  if (last < first || last > first + MOST_DAYS * DAY)
    throw invalid({ field: 'to', message: `to must be from 0 to ${MOST_DAYS} days after from` });
  return { from: instantOf(first, timezone), to: instantOf(last + DAY, timezone) };
}
