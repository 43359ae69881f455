import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { EnvelopeRepository } from '../envelopes/envelope.repository.js';
import { HOLDER } from '../envelopes/inspection.service.js';
import { EsignaturesSettings } from '../esignatures.settings.js';

const BATCH = 200;

/** Daily: the documents of envelopes that ended so many years ago are no longer held. */
@AppProvider()
export class ReleaseHoldsJob extends Job {
  readonly name = 'esignatures.release-holds';
  override readonly every = '25 3 * * *';

  constructor(
    private readonly database: DatabaseService,
    private readonly envelopes: EnvelopeRepository,
    private readonly settings: AppSettings,
    private readonly documents: AppDocumentsService,
  ) {
    super();
  }

  async run(): Promise<void> {
    let batch: Awaited<ReturnType<EnvelopeRepository['held']>> = [];
    do {
      batch = await this.envelopes.held(batch.at(-1) ?? { ended_at: new Date(0), id: FIRST_ID }, BATCH);
      const owners = [...new Set(batch.map(({ owner_id }) => owner_id))];
      const settings = await this.settings.ofMany(EsignaturesSettings, owners);
      for (const { id, owner_id, ended_at } of batch) {
        const { retention_years } = settings.get(owner_id) ?? new EsignaturesSettings();
        if (yearsAfter(ended_at, retention_years) <= Date.now()) await this.release(id);
      }
    } while (batch.length === BATCH);
  }

  private async release(id: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.documents.service.removeHold(HOLDER, id);
      await this.envelopes.update({ id }, { released_at: NOW });
    });
  }
}

function yearsAfter(date: Date, years: number): number {
  const later = new Date(date);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later.getTime();
}
