import { IsInt, IsString } from 'class-validator';
import { ListOf, Uuid } from '../../platform/http/fields.js';
import { EventTableDeclaration } from '../../web-events/days/event-tables.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { OwnerDayRepository } from './stats/owner-day.repository.js';
import { SCANS } from './stats/scan-events.js';

const TOP = 5;
/** Read for the first five, as some of the codes may be deleted. */
const CANDIDATES = 50;

class TopCodeView {
  @Uuid() code_id!: string;
  @IsString() name!: string;
  @IsInt() scans!: number;
}

class QrFigures {
  /** Now, without deleted ones. */
  @IsInt() codes!: number;
  @IsInt() dynamic_codes!: number;
  @IsInt() static_codes!: number;
  @IsInt() codes_created!: number;
  @IsInt() scans!: number;
  @IsInt() visitors!: number;
  @ListOf(() => TopCodeView) top_codes!: TopCodeView[];
  /** Active dynamic codes that nobody has scanned yet. */
  @IsInt() never_scanned!: number;
}

@AppProvider()
export class QrStats extends AppStats {
  readonly shape = QrFigures;

  constructor(private readonly ownerDays: OwnerDayRepository) {
    super();
  }

  async of(userId: string, days: Days): Promise<QrFigures> {
    const [counts, figures] = await Promise.all([
      this.ownerDays.countCodes(userId, days),
      this.ownerDays.figures(userId, days, CANDIDATES),
    ]);
    const all = figures.find(({ dimension }) => dimension === 'all');
    const scanned = figures.filter(({ dimension }) => dimension === 'thing');
    const names = await this.ownerDays.namesOf(scanned.map(({ value }) => value));
    const top = scanned.flatMap(({ value: code_id, scans }) => {
      const name = names.get(code_id);
      return name === undefined ? [] : [{ code_id, name, scans }];
    });
    return { ...counts, scans: all?.scans ?? 0, visitors: all?.visitors ?? 0, top_codes: top.slice(0, TOP) };
  }
}

/** The scans, which the roll-up job counts by day. */
@AppProvider()
export class CodeScans extends EventTableDeclaration {
  readonly events = SCANS;

  constructor(private readonly ownerDays: OwnerDayRepository) {
    super();
  }

  override dayClosed(day: string): Promise<void> {
    return this.ownerDays.closeDay(day);
  }
}
