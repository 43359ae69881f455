import { IsInt, IsNumber } from 'class-validator';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { Nullable } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { during, rate } from '../kernel/stats/figures.js';

class EsignaturesFigures {
  /** In the range, as are the next four of these by their present status. */
  @IsInt() sent!: number;
  @IsInt() completed!: number;
  @IsInt() declined!: number;
  @IsInt() voided!: number;
  @IsInt() expired!: number;
  /** Now. */
  @IsInt() open!: number;
  @Nullable() @IsNumber() completion_rate!: number | null;
  @Nullable() @IsNumber() median_hours_to_complete!: number | null;
  @Nullable() @IsNumber() median_hours_to_first_view!: number | null;
  /** Envelopes of others that wait for the caller now. */
  @IsInt() awaiting_me!: number;
}

type Counts = Omit<EsignaturesFigures, 'completion_rate'>;

const median = (end: string) =>
  `round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${end} - e.sent_at) / 3600))::numeric, 2)::float8`;

const FIGURES = sql(
  'esignatures_figures',
  `WITH sent AS MATERIALIZED (
     SELECT e.id, e.status, e.sent_at, e.completed_at FROM ext_esignatures.envelopes e
     WHERE e.owner_id = $1 AND ${during('e.sent_at')}
   )
   SELECT count(*)::int AS sent,
     count(*) FILTER (WHERE e.status = 'completed')::int AS completed,
     count(*) FILTER (WHERE e.status = 'declined')::int AS declined,
     count(*) FILTER (WHERE e.status = 'voided')::int AS voided,
     count(*) FILTER (WHERE e.status = 'expired')::int AS expired,
     ${median('e.completed_at')} AS median_hours_to_complete,
     ${median('v.viewed_at')} AS median_hours_to_first_view,
     (SELECT count(*)::int FROM ext_esignatures.envelopes o
       WHERE o.owner_id = $1 AND o.status IN ('sent', 'sealing')) AS open,
     (SELECT count(*)::int FROM ext_esignatures.signers s JOIN ext_esignatures.envelopes o ON o.id = s.envelope_id
       WHERE s.user_id = $1 AND s.status IN ('ready', 'viewed') AND o.status = 'sent' AND o.expires_at > now()) AS awaiting_me
   FROM sent e LEFT JOIN LATERAL (
     SELECT min(s.viewed_at) AS viewed_at FROM ext_esignatures.signers s WHERE s.envelope_id = e.id
   ) v ON true`,
);

@AppProvider()
export class FiguresRepository extends BaseRepository {
  of(ownerId: string, { from, to }: Days): Promise<Counts> {
    return this.onlyOne<Counts>(FIGURES, ownerId, from, to);
  }
}

@AppProvider()
export class EsignaturesStats extends AppStats {
  readonly shape = EsignaturesFigures;

  constructor(private readonly figures: FiguresRepository) {
    super();
  }

  async of(userId: string, days: Days): Promise<EsignaturesFigures> {
    const counts = await this.figures.of(userId, days);
    return { ...counts, completion_rate: rate(counts.completed, counts.sent) };
  }
}
