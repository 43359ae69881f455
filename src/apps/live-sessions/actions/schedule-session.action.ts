import { IsInt, Max, Min } from 'class-validator';
import { v7 as uuidv7 } from 'uuid';
import { Instant, ListOf, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { instantOf, later, wallIn } from '../../kernel/calendar/zone.js';
import { SECOND } from '../../kernel/calendar/wall-clock.js';
import { hostOf, type Offering, OFFERING } from '../entities/offering.entity.js';
import { JOIN_URL_REFUSED, JoinUrl, MOST_SEATS } from '../offerings/offering.inputs.js';
import { ScheduleRepository } from '../schedules/schedule.repository.js';
import { SchedulesService } from '../schedules/schedules.service.js';
import {
  CLASH,
  clashAt,
  expectSoon,
  IN_THE_PAST,
  MOST_COMING,
  TOO_FAR,
  TOO_MANY_SESSIONS,
} from '../sessions/session.inputs.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { presentSession, SessionView } from '../sessions/session.views.js';

class Input {
  @Uuid() offering_id!: string;
  @Instant() starts_at!: string;
  @Optional() @Nullable() @Written(1, 160) title?: string | null;
  /** Those of the offering where it is left out. */
  @Optional() @IsInt() @Min(1) @Max(MOST_SEATS) seats?: number;
  @Optional() @Nullable() @JoinUrl() join_url?: string | null;
  /** So many sessions, one each week, at the same time on the clock of the host. */
  @Optional() @IsInt() @Min(1) @Max(52) repeat_weeks?: number;
}

class Result {
  @ListOf(() => SessionView) sessions!: SessionView[];
}

@Action('schedule-session', {
  access: 'owner',
  target: OFFERING,
  changes: true,
  description: 'Schedules a group session, or a weekly series of them: all of the dates or none.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Only group offerings are scheduled', IN_THE_PAST, TOO_FAR, JOIN_URL_REFUSED],
    409: [CLASH, 'Offering is archived', TOO_MANY_SESSIONS],
  },
})
export class ScheduleSession {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly schedules: SchedulesService,
    private readonly calendars: ScheduleRepository,
  ) {}

  async run({ input, target: offering }: Call<Input, Offering>) {
    if (offering.kind !== 'group') throw new Refusal(400, 'Only group offerings are scheduled');
    if (offering.status === 'archived') throw new Refusal(409, 'Offering is archived');
    const hostId = hostOf(offering);
    const { seats, join_url, repeat_weeks } = input;
    const starts = weekly(Date.parse(input.starts_at), repeat_weeks ?? 1, await this.schedules.zoneOf(hostId));
    for (const start of starts) expectSoon(start);
    await this.calendars.lockCalendar(hostId);
    if ((await this.sessions.countComing(hostId)) + starts.length > MOST_COMING)
      throw new Refusal(409, TOO_MANY_SESSIONS);
    const added = await this.sessions.schedule({
      offering_id: offering.id,
      starts: starts.map((start) => new Date(start)),
      status: 'scheduled',
      title: input.title ?? undefined,
      seats,
      join_url,
      series_id: repeat_weeks === undefined ? undefined : uuidv7(),
    });
    const taken = starts.find((start) => !added.some(({ starts_at }) => +starts_at === start));
    if (taken !== undefined) throw clashAt(new Date(taken));
    return { sessions: added.map(presentSession) };
  }
}

/** The first one as it was given, to the millisecond; the others at the same time on the clock of the zone. */
function weekly(first: number, count: number, zone: string): number[] {
  const wall = wallIn(zone, first);
  const rest = first - Math.floor(first / SECOND) * SECOND;
  return Array.from({ length: count }, (_, week) =>
    week === 0 ? first : instantOf(later(wall, 'weeks', week), zone) + rest,
  );
}
