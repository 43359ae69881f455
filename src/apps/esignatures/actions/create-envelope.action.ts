import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, Max, Min } from 'class-validator';
import { ArrayUnique, ListOf, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { AuditService } from '../audit/audit.service.js';
import { DraftsService, PDF_ONLY } from '../envelopes/drafts.service.js';
import { SignerInput } from '../envelopes/envelope.inputs.js';
import { EnvelopeRepository } from '../envelopes/envelope.repository.js';
import { OwnEnvelope } from '../envelopes/views.js';
import { MOST_EXPIRY_DAYS } from '../esignatures.settings.js';

class Input {
  @Written(1, 200) title!: string;
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(10) @ArrayUnique() @Uuid({ each: true }) document_ids!: string[];
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(20) @ListOf(() => SignerInput) signers!: SignerInput[];
  @Optional() @Written(0, 2000) message?: string;
  /** From sending on; the setting if it is not given. */
  @Optional() @IsInt() @Min(1) @Max(MOST_EXPIRY_DAYS) expires_in_days?: number;
}

export const DRAFT_REFUSALS = [
  PDF_ONLY,
  'A signer is listed twice',
  'At least one signer is required',
  'Field lies outside the page',
];

@Action('create-envelope', {
  access: 'authenticated',
  changes: true,
  about: 'envelope',
  description: 'A draft: PDF documents, who signs them, and where.',
  input: Input,
  result: OwnEnvelope,
  refuses: { 400: DRAFT_REFUSALS, 404: ['Document not found', 'User not found'] },
})
export class CreateEnvelope {
  constructor(
    private readonly drafts: DraftsService,
    private readonly envelopes: EnvelopeRepository,
    private readonly audit: AuditService,
  ) {}

  prepare({ input, caller }: Preparation<Input>): Promise<Map<string, string>> {
    return this.drafts.hashes(caller.id, input.signers);
  }

  async run({ input, caller, visitor, prepared }: Call<Input, undefined, undefined, Map<string, string>>) {
    const { title, document_ids, signers: given, message, expires_in_days } = input;
    const documents = await this.drafts.documentsOf(caller.id, document_ids);
    const signers = await this.drafts.signersOf(given, prepared);
    const envelope = await this.envelopes.insert({ owner_id: caller.id, title, message, expires_in_days });
    await this.drafts.write(envelope.id, documents, signers);
    await this.audit.add(envelope, [{ event: 'created' }], { caller, visitor });
    return { envelope: await this.drafts.show(envelope) };
  }
}
