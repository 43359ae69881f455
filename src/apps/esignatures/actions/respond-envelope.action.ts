import { IsIn } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Nested, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { agentOf, AuditService } from '../audit/audit.service.js';
import { type Envelope, ENVELOPE_STATUSES, type EnvelopeStatus } from '../entities/envelope.entity.js';
import { type Signer, SIGNER_STATUSES, type SignerStatus, type StoredSignature } from '../entities/signer.entity.js';
import { SealEnvelopeJob } from '../sealing/seal-envelope.job.js';
import { EndingService } from '../signing/ending.service.js';
import { filled, signatureOf } from '../signing/filling.policy.js';
import { NoticesService } from '../signing/notices.service.js';
import { RESPONSE_REFUSALS } from '../signing/refusals.js';
import { ResponseInput } from '../signing/response.inputs.js';
import { ACTED, expectReadable, hasActed, isAsked, NOT_YOUR_TURN } from '../signing/states.js';
import { type Admitted, VisitingService } from '../signing/visiting.service.js';
import { EnvelopeRows } from '../envelopes/envelope-rows.js';

class RespondedSigner {
  @Uuid() id!: string;
  @IsIn(SIGNER_STATUSES) status!: SignerStatus;
}

class RespondedEnvelope {
  @Uuid() id!: string;
  @IsIn(ENVELOPE_STATUSES) status!: EnvelopeStatus;
}

class Result {
  @Nested(() => RespondedSigner) signer!: RespondedSigner;
  @Nested(() => RespondedEnvelope) envelope!: RespondedEnvelope;
}

type Response = PublicCall<ResponseInput, undefined, undefined, Admitted>;

@Action('respond-envelope', {
  access: 'public',
  changes: true,
  about: 'envelope',
  why: 'reason',
  description: 'Signs, approves or declines. The last signature starts the sealing.',
  input: ResponseInput,
  result: Result,
  refuses: RESPONSE_REFUSALS,
})
export class RespondEnvelope {
  constructor(
    private readonly visiting: VisitingService,
    private readonly rows: EnvelopeRows,
    private readonly ending: EndingService,
    private readonly notices: NoticesService,
    private readonly audit: AuditService,
    private readonly seal: SealEnvelopeJob,
  ) {}

  prepare(call: EarlyCall<ResponseInput>): Promise<Admitted> {
    return this.visiting.admit(call);
  }

  async run(call: Response): Promise<Result> {
    const { input } = call;
    const { envelope, signer } = await this.visiting.of(call);
    expectReadable(envelope, signer);
    if (hasActed(signer)) throw new Refusal(409, ACTED);
    if (!isAsked(signer)) throw new Refusal(409, NOT_YOUR_TURN);
    if (input.content_hash !== envelope.content_hash) throw new Refusal(409, 'Envelope content has changed');
    return input.decision === 'decline' ? this.decline(envelope, signer, call) : this.sign(envelope, signer, call);
  }

  private async decline(envelope: Envelope, { id }: Signer, { input, caller, visitor }: Response): Promise<Result> {
    const { reason } = input;
    if (reason === undefined) throw new Refusal(400, 'Reason is required');
    const acted = { status: 'declined', decline_reason: reason, acted_at: NOW, ...whoIs(visitor) } as const;
    const signer = (await this.rows.signers.updateOne({ id }, acted)) as Signer;
    const ended = await this.ending.end(envelope, 'declined', reason, { cause: { caller, visitor }, signer });
    return answer(signer, ended.status);
  }

  private async sign(envelope: Envelope, signer: Signer, call: Response): Promise<Result> {
    const { input, caller, visitor } = call;
    if (input.consent !== true) throw new Refusal(400, 'Consent is required');
    const signature = signatureOf(input.signature, signer);
    if (signer.role === 'signer' && !signature) throw new Refusal(400, 'Signature is required');
    const own = await this.rows.fields.find({ signer_id: signer.id });
    const values = filled(own, input.fields ?? [], { signer, signature, now: new Date() });
    const acted = await this.act(signer, signature, call);
    await this.rows.fields.fill(signer.id, values);
    const done = [
      { event: 'consented', signer_id: signer.id, data: { content_hash: envelope.content_hash } },
      { event: acted.status as 'signed' | 'approved', signer_id: signer.id },
    ] as const;
    await this.audit.add(envelope, [...done], { caller, visitor });
    this.notices.tellSender(envelope, 'signed', acted, caller?.id);
    return answer(acted, await this.goOn(envelope));
  }

  private async act({ id, role }: Signer, signature: StoredSignature | undefined, { visitor }: Response) {
    const status = role === 'approver' ? 'approved' : 'signed';
    const times = { consented_at: NOW, acted_at: NOW } as const;
    const stored = signature ?? null;
    return (await this.rows.signers.updateOne(
      { id },
      { status, signature: stored, ...times, ...whoIs(visitor) },
    )) as Signer;
  }

  /** The next ones, or the seal. */
  private async goOn(envelope: Envelope): Promise<EnvelopeStatus> {
    const all = (await this.rows.signers.of(envelope.id)).filter(({ role }) => role !== 'copy');
    if (!all.every(hasActed)) {
      await this.notices.ask(envelope, await this.rows.signers.advance(envelope.id));
      return envelope.status;
    }
    await this.rows.envelopes.update({ id: envelope.id }, { status: 'sealing', updated_at: NOW });
    await this.seal.start(envelope.id);
    return 'sealing';
  }
}

const whoIs = (visitor: Response['visitor']) =>
  ({ ip: visitor.address, user_agent: agentOf(visitor), updated_at: NOW }) as const;

const answer = ({ id, status, envelope_id }: Signer, envelopeStatus: EnvelopeStatus): Result => ({
  signer: { id, status },
  envelope: { id: envelope_id, status: envelopeStatus },
});
