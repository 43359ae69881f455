import { PasswordHasherService } from '../../../account/password-hashing/password-hasher.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { isUuid } from '../../../platform/database/uuid.js';
import { invalid, notAuthenticated, notFound, Refusal } from '../../../platform/http/refusal.js';
import type { Attempts } from '../../../platform/limits/attempts.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { EarlyCall, PublicCall } from '../../kernel/calls/action.js';
import { AuditService } from '../audit/audit.service.js';
import type { Envelope } from '../entities/envelope.entity.js';
import type { Signer } from '../entities/signer.entity.js';
import { NoticesService } from './notices.service.js';
import type { VisitFields } from './visit.inputs.js';
import { EnvelopeRows } from '../envelopes/envelope-rows.js';

const WRONG_CODES = 5;
const HOUR_SECONDS = 60 * 60;
export const TOO_MANY = 'Too many attempts';
export const WRONG_CODE = 'Wrong access code';

/** The hash of the code that was compared. */
export type Admitted = Pick<Signer, 'access_code_hash'>;

/** Who opens an envelope: by a link, or by their account. */
@AppProvider()
export class VisitingService {
  private readonly guesses: Attempts;

  constructor(
    limits: LimitsService,
    private readonly hasher: PasswordHasherService,
    private readonly database: DatabaseService,
    private readonly rows: EnvelopeRows,
    private readonly audit: AuditService,
    private readonly notices: NoticesService,
  ) {
    this.guesses = limits.attempts('esignatures:code', { points: WRONG_CODES, duration: HOUR_SECONDS });
  }

  /** Before the transaction: refuses strangers and wrong codes. */
  async admit(call: EarlyCall<VisitFields>): Promise<Admitted> {
    const signer = await this.find(call);
    const { access_code_hash: hash } = signer;
    const { access_code } = call.input;
    if (hash === null) return { access_code_hash: null };
    if (access_code === undefined) throw new Refusal(400, 'Access code required');
    const compare = () => this.hasher.verify(access_code, hash, 'app');
    const refusal = (retryAfterSeconds: number) => new Refusal(429, TOO_MANY, { retryAfterSeconds });
    if (await this.guesses.guard(signer.id, compare, refusal)) return { access_code_hash: hash };
    await this.database.transaction(() => this.noteFailure(signer, call));
    throw new Refusal(400, WRONG_CODE);
  }

  /** In the transaction, with the envelope locked. */
  async of(
    call: Pick<PublicCall<VisitFields, undefined, undefined, Admitted>, 'input' | 'caller' | 'prepared'>,
  ): Promise<{ envelope: Envelope; signer: Signer }> {
    const { envelope_id } = await this.find(call);
    const envelope = await this.lock(envelope_id);
    // Until the envelope was locked, the signer may have been corrected.
    const signer = await this.find(call);
    if (signer.access_code_hash !== call.prepared.access_code_hash) throw new Refusal(400, WRONG_CODE);
    return { envelope, signer };
  }

  private lock(id: string): Promise<Envelope> {
    return this.rows.envelopes.the({ id }, 'Envelope', { lock: 'no key update' });
  }

  private async find({ input, caller }: Pick<EarlyCall<VisitFields>, 'input' | 'caller'>): Promise<Signer> {
    const { token, envelope_id } = input;
    if ((token === undefined) === (envelope_id === undefined))
      throw invalid({ field: 'token', message: 'exactly one of token and envelope_id must be given' });
    if (token === undefined && !caller) throw notAuthenticated();
    const signer = token === undefined ? await this.byAccount(envelope_id, caller?.id) : await this.byLink(token);
    if (!signer) throw notFound('Envelope');
    return signer;
  }

  private async byAccount(envelope_id: string | undefined, user_id: string | undefined) {
    if (!isUuid(envelope_id ?? '') || user_id === undefined) return undefined;
    const signer = await this.rows.signers.findOne({ envelope_id, user_id });
    // A draft is the sender's alone.
    return signer && (await this.rows.envelopes.findOne({ id: signer.envelope_id }))?.sent_at ? signer : undefined;
  }

  private async byLink(token: string): Promise<Signer | undefined> {
    const link = await this.rows.links.ofToken(token);
    if (!link || link.revoked_at) return undefined;
    return this.rows.signers.findOne({ id: link.signer_id, auth: 'link' });
  }

  /** The sender hears of every fifth wrong code within an hour. */
  private async noteFailure(signer: Signer, { caller, visitor }: EarlyCall<VisitFields>): Promise<void> {
    const envelope = await this.lock(signer.envelope_id);
    await this.audit.add(envelope, [{ event: 'code_failed', signer_id: signer.id }], { caller, visitor });
    const since = Date.now() - HOUR_SECONDS * 1000;
    const failed = (
      await this.rows.events.find({ envelope_id: envelope.id, event: 'code_failed', signer_id: signer.id })
    ).filter(({ at }) => at.getTime() > since);
    if (failed.length % WRONG_CODES === 0) this.notices.tellSender(envelope, 'code_failed', signer);
  }
}
