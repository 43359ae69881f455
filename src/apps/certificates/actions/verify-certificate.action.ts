import { Chars } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { ProofsService } from '../proofs/proofs.service.js';
import { TOO_MANY } from '../proofs/verification.service.js';
import { Verification } from '../proofs/verification.views.js';

class Input {
  /** Without regard to case, blanks and dashes. */
  @Chars(1, 60) code!: string;
}

@Action('verify-certificate', {
  access: 'public',
  description: 'Whether a certificate is real, and what it says. A private one shows initials and no details.',
  input: Input,
  result: Verification,
  refuses: { 404: ['Certificate not found'], 429: [TOO_MANY] },
})
export class VerifyCertificate {
  constructor(private readonly proofs: ProofsService) {}

  /** Guesses and looks are counted outside of transactions. */
  prepare({ input, visitor, caller }: EarlyCall<Input>) {
    return this.proofs.look(input.code, { visitor, caller });
  }

  run({ prepared }: PublicCall<Input, undefined, undefined, Awaited<ReturnType<VerifyCertificate['prepare']>>>) {
    if (!prepared) throw notFound('Certificate');
    return Promise.resolve(prepared.verification);
  }
}
