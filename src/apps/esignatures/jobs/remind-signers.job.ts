import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AuditService } from '../audit/audit.service.js';
import { EnvelopeRepository } from '../envelopes/envelope.repository.js';
import { EsignaturesSettings } from '../esignatures.settings.js';
import { NoticesService } from '../signing/notices.service.js';
import { type DueSigner, SignerRepository } from '../signing/signer.repository.js';
import { isAsked, isPast } from '../signing/states.js';

const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Hourly: reminds signers once for each mark that has come, so many days after their request and a day before the end. */
@AppProvider()
export class RemindSignersJob extends Job {
  readonly name = 'esignatures.remind-signers';
  override readonly every = '40 * * * *';

  constructor(
    private readonly database: DatabaseService,
    private readonly envelopes: EnvelopeRepository,
    private readonly signers: SignerRepository,
    private readonly settings: AppSettings,
    private readonly notices: NoticesService,
    private readonly audit: AuditService,
  ) {
    super();
  }

  async run(): Promise<void> {
    let batch: DueSigner[] = [];
    do {
      const { ready_at, id } = batch.at(-1) ?? { ready_at: new Date(0), id: FIRST_ID };
      batch = await this.signers.due({ ready_at, id }, BATCH);
      const owners = [...new Set(batch.map(({ owner_id }) => owner_id))];
      const settings = await this.settings.ofMany(EsignaturesSettings, owners);
      for (const signer of batch) {
        const { reminder_days } = settings.get(signer.owner_id) as EsignaturesSettings;
        if (isDue(signer, reminder_days, Date.now()))
          await this.database.transaction(() => this.remind(signer, reminder_days));
      }
    } while (batch.length === BATCH);
  }

  /** Who has no account is noted only: the sender hands their link over. */
  private async remind({ id, envelope_id, ...due }: DueSigner, days: number[]): Promise<void> {
    const envelope = await this.envelopes.the({ id: envelope_id }, 'Envelope', { lock: 'no key update' });
    const signer = await this.signers.findOne({ id });
    if (envelope.status !== 'sent' || isPast(envelope) || !signer || !isAsked(signer)) return;
    if (!isDue({ ...due, last_reminded_at: signer.last_reminded_at }, days, Date.now())) return;
    await this.signers.update({ id }, { last_reminded_at: NOW });
    await this.audit.add(envelope, [{ event: 'reminded', signer_id: id }]);
    if (signer.user_id === null) this.notices.tellSender(envelope, 'reminder', signer);
    else this.notices.tell(envelope, 'reminder', [signer]);
  }
}

type Times = Pick<DueSigner, 'ready_at' | 'expires_at' | 'last_reminded_at'>;

/** A mark has come since the signer was asked, and they were not reminded after it. */
export function isDue({ ready_at, expires_at, last_reminded_at }: Times, days: number[], now: number): boolean {
  const asked = ready_at.getTime();
  const marks = [...days.map((day) => asked + day * DAY_MS), expires_at.getTime() - DAY_MS];
  const last = Math.max(...marks.filter((mark) => mark > asked && mark <= now));
  return last > (last_reminded_at?.getTime() ?? asked);
}
