import { Temporal } from 'temporal-polyfill';
import { clockOf, DAY, SECOND } from '../../kernel/calendar/wall-clock.js';

/** What is further away than a year is no deadline any more. */
const HORIZON_DAYS = 366;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Span = [from: number, to: number];

export interface Hours {
  timezone: string;
  weekly: Partial<Record<(typeof WEEKDAYS)[number], { from: string; to: string }[]>>;
  holidays: string[];
}

/** `2030-01-31`, and one that there is. */
export const isDay = (text: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) && (new Date(`${text}T00:00:00Z`).toJSON() ?? '').startsWith(text);

/** Time as it goes by for a desk: in its hours alone, on the clocks of its zone. */
export class BusinessTime {
  private readonly week: Span[][];
  private readonly holidays: Set<string>;
  private readonly isAlways: boolean;
  private readonly known = new Map<string, Span[]>();

  constructor(private readonly hours: Hours) {
    this.week = WEEKDAYS.map((day) =>
      (hours.weekly[day] ?? []).map(({ from, to }): Span => [clockOf(from), clockOf(to)]).toSorted(([a], [b]) => a - b),
    );
    if (!this.week.some((ranges) => ranges.length)) this.week = WEEKDAYS.map(() => [[0, DAY]]);
    this.holidays = new Set(hours.holidays);
    this.isAlways = !this.holidays.size && this.week.every(([range]) => range?.[0] === 0 && range[1] === DAY);
  }

  /** Whole seconds. */
  between(from: Date, to: Date): number {
    let open = 0;
    for (const [begin, end] of this.from(+from)) {
      if (begin >= +to) break;
      open += Math.min(end, +to) - begin;
    }
    return Math.floor(open / SECOND);
  }

  /** When so many seconds have gone by; null where that is too far away. */
  after(from: Date, seconds: number): Date | null {
    if (seconds <= 0) return from;
    let left = seconds * SECOND;
    for (const [begin, end] of this.from(+from)) {
      if (end - begin >= left) return new Date(begin + left);
      left -= end - begin;
    }
    return null;
  }

  private *from(moment: number): Generator<Span> {
    if (this.isAlways) {
      yield [moment, Infinity];
      return;
    }
    const { timezone } = this.hours;
    let date = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone).toPlainDate();
    for (let day = 0; day < HORIZON_DAYS; day++, date = date.add({ days: 1 })) {
      for (const [begin, end] of this.spansOf(date)) {
        if (end > moment) yield [Math.max(begin, moment), end];
      }
    }
  }

  private spansOf(date: Temporal.PlainDate): Span[] {
    const name = date.toString();
    const known = this.known.get(name) ?? this.spansMade(date, name);
    this.known.set(name, known);
    return known;
  }

  private spansMade(date: Temporal.PlainDate, name: string): Span[] {
    const ranges = this.week[date.dayOfWeek - 1] ?? [];
    if (!ranges.length || this.holidays.has(name)) return [];
    const [midnight, next] = [this.midnight(date), this.midnight(date.add({ days: 1 }))];
    // Where clocks change on that day, each time is looked up.
    const at = (clock: number) =>
      next - midnight === DAY ? midnight + clock : clock === DAY ? next : this.instant(date, clock);
    return ranges.map(([begin, end]): Span => [at(begin), at(end)]).filter(([begin, end]) => begin < end);
  }

  private midnight(date: Temporal.PlainDate): number {
    return date.toZonedDateTime(this.hours.timezone).epochMilliseconds;
  }

  private instant(date: Temporal.PlainDate, clock: number): number {
    const plainTime = new Temporal.PlainTime().add({ milliseconds: clock });
    return date.toZonedDateTime({ timeZone: this.hours.timezone, plainTime }).epochMilliseconds;
  }
}
