import { AUDIT_CHECKER, builtFile, signingPage, verifyingPage, noEnvelopePage } from '@community-platform/pages';
import { Runtime } from '../../platform/config/runtime.js';
import { Refusal } from '../../platform/http/refusal.js';
import { AppProvider } from '../kernel/app-provider.js';
import { assetAnswer, fileAnswer, jsonAnswer, pageAnswer, type PublicAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface, wantsJson } from '../kernel/pages/public-surface.js';
import { ProofsService } from './proofs/proofs.service.js';

const STYLE = assetAnswer('text/css', builtFile('esignatures/signing.css'));
const SIGN_SCRIPT = assetAnswer('text/javascript', builtFile('esignatures/signing.js'));
const VERIFY_SCRIPT = assetAnswer('text/javascript', builtFile('esignatures/verify.js'));

const SHA256 = /^[0-9a-f]{64}$/i;
const MISSING = 'Envelope not found';

/** Where signers sign, and where anyone checks what was signed. */
@AppProvider()
export class EsignaturesSurface extends PublicSurface {
  protected readonly routes = {
    'signing.css': () => STYLE,
    'signing.js': () => SIGN_SCRIPT,
    'verify.js': () => VERIFY_SCRIPT,
    'check-audit.mjs': () =>
      fileAnswer('text/plain; charset=utf-8', AUDIT_CHECKER, {
        headers: { 'Content-Disposition': 'attachment; filename="check-audit.mjs"' },
      }),
    'sign/:token': () => this.sign(),
    verify: (request: PublicRequest) => this.verifyFile(request),
    'verify/:code': (request: PublicRequest, { code = '' }: Record<string, string>) =>
      this.verify(request, { public_code: code }, '../'),
  };

  constructor(
    private readonly proofs: ProofsService,
    private readonly runtime: Runtime,
  ) {
    super();
  }

  /** The same for every token: its script asks the public actions. Documents are at PUBLIC_URL. */
  private sign(): PublicAnswer {
    return pageAnswer(signingPage(), { sources: { 'connect-src': new URL(this.runtime.publicUrl).origin } });
  }

  private verifyFile(request: PublicRequest) {
    const hash = new URLSearchParams(request.query).get('sha256') ?? '';
    return SHA256.test(hash) ? this.verify(request, { final_sha256: hash.toLowerCase() }, '') : missing(request, '');
  }

  private async verify(
    request: PublicRequest,
    where: { public_code: string } | { final_sha256: string },
    base: string,
  ) {
    const proof = await this.proofs.of(where);
    if (!proof) return missing(request, base);
    return wantsJson(request) ? jsonAnswer({ envelope: proof }) : pageAnswer(verifyingPage(proof, base));
  }
}

function missing(request: PublicRequest, base: string): PublicAnswer {
  if (wantsJson(request)) throw new Refusal(404, MISSING);
  return pageAnswer(noEnvelopePage(base), { status: 404 });
}
