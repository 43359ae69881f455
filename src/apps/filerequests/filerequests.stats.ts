import { IsInt, IsNumber } from 'class-validator';
import { Nullable } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { rate } from '../kernel/stats/figures.js';
import { FiguresRepository } from './stats/figures.repository.js';

export class FilerequestsFigures {
  /** At this moment. */
  @IsInt() open_requests!: number;
  /** Made in these days. */
  @IsInt() requests!: number;
  /** First submitted in these days, and of those the accepted and the late ones. */
  @IsInt() submissions!: number;
  @IsInt() accepted!: number;
  @IsInt() late!: number;
  @IsInt() files_received!: number;
  @IsInt() bytes_received!: number;
  /** At this moment. */
  @IsInt() to_review!: number;
  /** Of the recipients who were invited in these days, the part that has submitted; null when none were. */
  @Nullable() @IsNumber() response_rate!: number | null;
  /** From the invitation to the first submit, of what was first submitted in these days; null when nothing was. */
  @Nullable() @IsNumber() median_hours_to_submit!: number | null;
}

@AppProvider()
export class FilerequestsStats extends AppStats {
  readonly shape = FilerequestsFigures;

  constructor(private readonly figures: FiguresRepository) {
    super();
  }

  async of(userId: string, days: Days): Promise<FilerequestsFigures> {
    const [requests, submissions, files, recipients] = await Promise.all([
      this.figures.requests(userId, days),
      this.figures.submissions(userId, days),
      this.figures.files(userId, days),
      this.figures.recipients(userId, days),
    ]);
    const { submitted, invited } = recipients;
    return { ...requests, ...submissions, ...files, response_rate: rate(submitted, invited) };
  }
}
