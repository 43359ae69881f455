import { BatchJob } from '../../../jobs/batch.job.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { settingsSql } from '../../kernel/app-settings.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { TODAY, CertificateRepository } from '../awards/certificate.repository.js';
import { NoticesService } from '../awards/notices.service.js';
import { CertificatesSettings } from '../certificates.settings.js';

const BATCH = 500;
const MOST_DAYS = 180;
const DAYS = `coalesce((${settingsSql('certificates', 'c.owner_id')}->>'expiry_notice_days')::int,
  ${new CertificatesSettings().expiry_notice_days})`;

/** Marks the next ones, so that each is told once. */
const MARK = sql(
  'certificates_mark_expiring',
  `UPDATE ext_certificates.certificates SET expiry_noticed_at = now() WHERE id = ANY (ARRAY(
     SELECT c.id FROM ext_certificates.certificates c
     WHERE c.status = 'active' AND c.recipient_user_id IS NOT NULL AND c.expiry_noticed_at IS NULL
       AND c.expires_on >= ${TODAY} AND c.expires_on <= ${TODAY} + ${MOST_DAYS}
       AND ${DAYS} > 0 AND c.expires_on <= ${TODAY} + ${DAYS}
     ORDER BY c.expires_on, c.id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)) RETURNING id`,
);

@AppProvider()
export class ExpiringRepository extends BaseRepository {
  async mark(): Promise<string[]> {
    return (await this.rows<{ id: string }>(MARK, BATCH)).map(({ id }) => id);
  }
}

/** Tells recipients, once, that a certificate ends soon. */
@AppProvider()
export class ExpiryNoticeJob extends BatchJob {
  readonly name = 'certificates.expiry-notice';
  override readonly every = '20 6 * * *';

  constructor(
    private readonly expiring: ExpiringRepository,
    private readonly certificates: CertificateRepository,
    private readonly notices: NoticesService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const ids = await this.expiring.mark();
    for (const certificate of await this.certificates.shown(ids))
      this.notices.tellRecipient('expiring', certificate, certificate.expires_on ?? '');
    return ids.length === BATCH;
  }
}
