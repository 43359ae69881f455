import { isUuid } from '../../platform/database/uuid.js';
import { Refusal } from '../../platform/http/refusal.js';
import { AppProvider } from '../kernel/app-provider.js';
import { NO_INDEX, fileAnswer, jsonAnswer, type PublicAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface, wantsJson } from '../kernel/pages/public-surface.js';
import { hashOfToken } from '../kernel/secrets/secret-links.js';
import { CertificateRepository } from './awards/certificate.repository.js';
import { CertificatePdfsService } from './drawing/certificate-pdfs.service.js';
import { AddressesService } from './drawing/addresses.service.js';
import { BadgeFilesService } from './proofs/badge-files.service.js';
import {
  busyPage,
  CLAIM_SCRIPT,
  claimingPage,
  missingPage,
  noClaimPage,
  proofPage,
  revokedClaimPage,
  STYLE,
} from './proofs/proof-pages.js';
import { ProofsService } from './proofs/proofs.service.js';
import { VerificationService } from './proofs/verification.service.js';

type Parameters = Record<string, string>;

const MISSING = 'Certificate not found';

/** Proofs of certificates, their PDFs and badges, and the pages where they are claimed. */
@AppProvider()
export class CertificatesSurface extends PublicSurface {
  protected readonly routes = {
    'proof.css': () => STYLE,
    'claim.js': () => CLAIM_SCRIPT,
    'claim/:token': (_: PublicRequest, { token = '' }: Parameters) => this.claim(token),
    'files/:ticket.pdf': (_: PublicRequest, { ticket = '' }: Parameters) => this.signedPdf(ticket),
    'achievements/:id': (_: PublicRequest, { id = '' }: Parameters) => this.badges.achievement(id),
    'issuers/:id/revocations': (_: PublicRequest, { id = '' }: Parameters) => this.badges.revocations(id),
    ':code/certificate.pdf': (request: PublicRequest, { code = '' }: Parameters) => this.pdf(request, code),
    ':code/badge.jwt': (request: PublicRequest, { code = '' }: Parameters) => this.badge(request, code),
    ':code': (request: PublicRequest, { code = '' }: Parameters) => this.proof(request, code),
  };

  constructor(
    private readonly certificates: CertificateRepository,
    private readonly verifications: VerificationService,
    private readonly proofs: ProofsService,
    private readonly pdfs: CertificatePdfsService,
    private readonly badges: BadgeFilesService,
    private readonly addresses: AddressesService,
  ) {
    super();
  }

  private async proof(request: PublicRequest, code: string): Promise<PublicAnswer> {
    const isJson = wantsJson(request);
    try {
      const proof = await this.proofs.look(code, request);
      if (!proof) return isJson ? jsonAnswer({ error: MISSING }, { status: 404 }) : missingPage();
      if (!isJson) return proofPage(proof);
      const headers = proof.certificate.visibility === 'public' ? {} : NO_INDEX;
      return jsonAnswer(proof.verification, { headers });
    } catch (refused) {
      if (isJson || !(refused instanceof Refusal) || refused.status !== 429) throw refused;
      return busyPage(refused.extra.retryAfterSeconds ?? 0);
    }
  }

  private async pdf({ visitor }: PublicRequest, code: string): Promise<PublicAnswer> {
    const certificate = await this.verifications.find(code, visitor);
    if (!certificate || certificate.visibility === 'private') throw new Refusal(404, MISSING);
    return this.pdfAnswer(certificate.id);
  }

  private async signedPdf(ticket: string): Promise<PublicAnswer | undefined> {
    const opened = this.addresses.open(ticket);
    if (!opened) return undefined;
    if (opened.kind === 'certificate') return this.pdfAnswer(opened.id);
    const preview = await this.pdfs.preview(opened.id);
    return preview && pdfFile(preview, 'preview');
  }

  private async pdfAnswer(id: string): Promise<PublicAnswer> {
    const certificate = isUuid(id) ? await this.certificates.the({ id }, 'Certificate') : undefined;
    if (!certificate) throw new Refusal(404, MISSING);
    if (certificate.status === 'revoked') throw new Refusal(410, 'Certificate revoked');
    return pdfFile(await this.pdfs.of(certificate), certificate.code);
  }

  private async badge({ visitor }: PublicRequest, code: string): Promise<PublicAnswer> {
    const certificate = await this.verifications.find(code, visitor);
    const badge = certificate && (await this.badges.badge(certificate));
    if (!badge) throw new Refusal(404, MISSING);
    return badge;
  }

  private async claim(token: string): Promise<PublicAnswer> {
    const claimed = await this.certificates.findOne({ claim_hash: hashOfToken(token) });
    if (!claimed) return noClaimPage();
    if (claimed.status === 'revoked') return revokedClaimPage();
    return claimingPage(token, await this.certificates.shownOne(claimed.id));
  }
}

const pdfFile = (bytes: Buffer, name: string) =>
  fileAnswer('application/pdf', bytes, {
    headers: { ...NO_INDEX, 'Content-Disposition': `inline; filename="certificate-${name}.pdf"` },
  });
