import { isUuid } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { fileAnswer, jsonAnswer, NO_INDEX, type PublicAnswer } from '../../kernel/pages/public-answers.js';
import { CertificateRepository, type ProvenCertificate } from '../awards/certificate.repository.js';
import { TemplateRepository } from '../templates/template.repository.js';
import { BadgesService } from './badges.service.js';

const ACHIEVEMENT_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';

/** Badges, and the files that they refer to. */
@AppProvider()
export class BadgeFilesService {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly templates: TemplateRepository,
    private readonly badges: BadgesService,
  ) {}

  /** Undefined: it is private, or there is no key. */
  async badge(certificate: ProvenCertificate): Promise<PublicAnswer | undefined> {
    if (certificate.visibility === 'private') return undefined;
    const jwt = await this.badges.credential(certificate, certificate);
    return jwt === undefined ? undefined : fileAnswer('text/plain; charset=utf-8', jwt, { headers: NO_INDEX });
  }

  async achievement(id: string): Promise<PublicAnswer | undefined> {
    const template = isUuid(id) ? await this.templates.findOne({ id }) : undefined;
    if (!template) return undefined;
    const achievement = this.badges.achievement(id, await this.templates.shown(id));
    return jsonAnswer({ '@context': ACHIEVEMENT_CONTEXT, ...achievement });
  }

  /** The credentials of an issuer that are revoked, in the form of the 1EdTech revocation list. */
  async revocations(ownerId: string): Promise<PublicAnswer | undefined> {
    if (!isUuid(ownerId)) return undefined;
    const revoked = await this.certificates.revokedOf(ownerId);
    return jsonAnswer({
      id: this.badges.revocationsUrl(ownerId),
      type: '1EdTechRevocationList',
      issuer: `urn:uuid:${ownerId}`,
      revokedCredential: revoked.map(({ id, revoke_reason, revoked_at }) => ({
        id: this.badges.credentialId(id),
        revoked: true,
        revocationReason: revoke_reason,
        revokedAt: revoked_at,
      })),
    });
  }
}
