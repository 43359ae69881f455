import { IsBoolean } from 'class-validator';
import { ListOf, Nested, Optional, saying } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { TimeZone } from '../../kernel/calendar/time.fields.js';
import { AddressesService } from '../addresses.service.js';
import { AvailabilityView, presentAvailability } from '../schedules/availability.views.js';
import { isOpen } from '../schedules/open-slots.js';
import {
  Blocked,
  type BlockedFields,
  expectSoundRanges,
  type OverrideFields,
  Overrides,
  WeeklyFields,
} from '../schedules/schedule.fields.js';
import { ScheduleRepository } from '../schedules/schedule.repository.js';
import { SchedulesService } from '../schedules/schedules.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { presentSession, SessionView } from '../sessions/session.views.js';

class Input {
  @Optional() @TimeZone(saying('Unknown time zone')) timezone?: string;
  @Optional() @Nested(() => WeeklyFields) weekly?: WeeklyFields;
  @Optional() @Overrides() overrides?: OverrideFields[];
  @Optional() @Blocked() blocked?: BlockedFields[];
  /** True: the calendar feed gets another address. */
  @Optional() @IsBoolean() rotate_feed?: boolean;
}

class Result {
  @Nested(() => AvailabilityView) availability!: AvailabilityView;
  /** Coming sessions that are now outside the hours. They stay. */
  @ListOf(() => SessionView) conflicts!: SessionView[];
}

@Action('set-availability', {
  access: 'authenticated',
  changes: true,
  about: null,
  description: 'Says when the caller can be booked. What is given replaces the old value; sessions that exist stay.',
  input: Input,
  result: Result,
  refuses: { 400: ['Unknown time zone', 'Ranges overlap', 'A range must end after it starts'] },
})
export class SetAvailability {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly calendars: ScheduleRepository,
    private readonly sessions: SessionRepository,
    private readonly addresses: AddressesService,
  ) {}

  async run({ input: { rotate_feed = false, ...given }, caller }: Call<Input>) {
    expectSoundRanges(given);
    await this.calendars.lockCalendar(caller.id);
    const schedule = await this.schedules.save(caller.id, given, { rotates: rotate_feed });
    const coming = await this.sessions.comingOf(caller.id);
    const conflicts = coming.filter(({ starts_at, ends_at }) => !isOpen(schedule, { from: +starts_at, to: +ends_at }));
    return {
      availability: presentAvailability(schedule, this.addresses.feed),
      conflicts: conflicts.map(presentSession),
    };
  }
}
