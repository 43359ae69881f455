import { IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nullable, Uuid } from '../../platform/http/fields.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { during, rate } from '../kernel/stats/figures.js';
import { TODAY } from './awards/certificate.repository.js';

const TOP = 5;

class TopTemplate {
  @Uuid() template_id!: string;
  @IsString() name!: string;
  @IsInt() issued!: number;
}

class CertificateFigures {
  /** Active ones, now. */
  @IsInt() templates!: number;
  /** In the range, as are `claimed` and `revoked` of these. */
  @IsInt() issued!: number;
  /** Of the issued ones, those that belong to an account. */
  @IsInt() claimed!: number;
  @Nullable() @IsNumber() claim_rate!: number | null;
  @IsInt() revoked!: number;
  /** Now. */
  @IsInt() expired!: number;
  /** In the range. */
  @IsInt() corrections!: number;
  /** Of all certificates, since they were issued. */
  @IsInt() verifications!: number;
  /** By what was issued in the range. */
  @ListOf(() => TopTemplate) top_templates!: TopTemplate[];
}

type Counts = Omit<CertificateFigures, 'claim_rate' | 'top_templates'>;

const COUNTS = sql(
  'certificates_figures',
  `SELECT count(*) FILTER (WHERE ${during('c.created_at')})::int AS issued,
     count(*) FILTER (WHERE ${during('c.created_at')} AND c.recipient_user_id IS NOT NULL)::int AS claimed,
     count(*) FILTER (WHERE ${during('c.created_at')} AND c.status = 'revoked')::int AS revoked,
     count(*) FILTER (WHERE c.status = 'active' AND c.expires_on < ${TODAY})::int AS expired,
     coalesce(sum(c.verified_count), 0)::int AS verifications,
     (SELECT count(*)::int FROM ext_certificates.templates t WHERE t.owner_id = $1 AND t.status = 'active') AS templates,
     (SELECT count(*)::int FROM ext_certificates.revisions r
       WHERE r.owner_id = $1 AND r.event = 'corrected' AND ${during('r.created_at')}) AS corrections
   FROM ext_certificates.certificates c WHERE c.owner_id = $1`,
);
const TOP_TEMPLATES = sql(
  'certificates_top_templates',
  `SELECT t.id AS template_id, t.name, i.issued FROM (
     SELECT c.template_id, count(*)::int AS issued FROM ext_certificates.certificates c
     WHERE c.owner_id = $1 AND ${during('c.created_at')}
     GROUP BY c.template_id ORDER BY issued DESC, c.template_id LIMIT ${TOP}
   ) i JOIN ext_certificates.templates t ON t.id = i.template_id ORDER BY i.issued DESC, t.id`,
);

@AppProvider()
export class FiguresRepository extends BaseRepository {
  counts(ownerId: string, { from, to }: Days): Promise<Counts> {
    return this.onlyOne<Counts>(COUNTS, ownerId, from, to);
  }

  topTemplates(ownerId: string, { from, to }: Days): Promise<TopTemplate[]> {
    return this.rows<TopTemplate>(TOP_TEMPLATES, ownerId, from, to);
  }
}

@AppProvider()
export class CertificatesStats extends AppStats {
  readonly shape = CertificateFigures;

  constructor(private readonly figures: FiguresRepository) {
    super();
  }

  async of(userId: string, days: Days): Promise<CertificateFigures> {
    const [counts, top_templates] = await Promise.all([
      this.figures.counts(userId, days),
      this.figures.topTemplates(userId, days),
    ]);
    return { ...counts, claim_rate: rate(counts.claimed, counts.issued), top_templates };
  }
}
