import { createPublicKey, createPrivateKey, createHash } from 'node:crypto';
import { importPKCS8, type JWTPayload, SignJWT } from 'jose';
import { Environment } from '../../../platform/config/environment.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { ShownCertificate } from '../awards/certificate.repository.js';
import { AddressesService } from '../drawing/addresses.service.js';
import type { TemplateVersion } from '../entities/template.entity.js';

const ALGORITHM = 'RS256';
const CONTEXT = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'];

type Described = Pick<TemplateVersion, 'title' | 'description' | 'criteria'>;

/** Certificates as signed credentials of Open Badges 3.0, for programs that collect them. */
@AppProvider()
export class BadgesService {
  private signing: ReturnType<typeof importPKCS8> | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly addresses: AddressesService,
  ) {}

  /** Null without a key. */
  addressOf({ code }: Pick<ShownCertificate, 'code'>): string | null {
    return this.environment.badgeKey === undefined ? null : this.addresses.of(`${code}/badge.jwt`);
  }

  /** The credential as a JWT; undefined without a key. */
  async credential(certificate: ShownCertificate, described: Described): Promise<string | undefined> {
    const { badgeKey } = this.environment;
    if (badgeKey === undefined) return undefined;
    const privateKey = createPrivateKey(badgeKey);
    this.signing ??= importPKCS8(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, ALGORITHM);
    const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
    return new SignJWT(this.payloadOf(certificate, described))
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', jwk: jwk as { kty: string } })
      .sign(await this.signing);
  }

  achievement(templateId: string, { title, description, criteria }: Described) {
    return {
      id: this.addresses.of(`achievements/${templateId}`),
      type: ['Achievement'],
      name: title,
      description: description ?? title,
      criteria: { narrative: criteria ?? title },
    };
  }

  revocationsUrl = (ownerId: string) => this.addresses.of(`issuers/${ownerId}/revocations`);

  credentialId = (certificateId: string) => `urn:uuid:${certificateId}`;

  private payloadOf(certificate: ShownCertificate, described: Described): JWTPayload {
    const { id, owner_id, template_id, title, issuer_name, issuer_url, issued_on, expires_on } = certificate;
    const from = new Date(issued_on);
    // Valid through the last day.
    const until = expires_on === null ? undefined : new Date(Date.parse(expires_on) + DAY_MS);
    const issuer = `urn:uuid:${owner_id}`;
    const subject = subjectOf(certificate);
    return {
      '@context': CONTEXT,
      id: this.credentialId(id),
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      name: title,
      issuer: { id: issuer, type: ['Profile'], name: issuer_name, ...(issuer_url && { url: issuer_url }) },
      validFrom: from.toISOString(),
      ...(until && { validUntil: until.toISOString() }),
      credentialSubject: {
        ...subject,
        type: ['AchievementSubject'],
        achievement: this.achievement(template_id, described),
      },
      credentialStatus: { id: this.revocationsUrl(owner_id), type: '1EdTechRevocationList' },
      iss: issuer,
      jti: this.credentialId(id),
      nbf: seconds(from),
      iat: seconds(from),
      ...(until && { exp: seconds(until) }),
      ...(subject.id && { sub: subject.id }),
    };
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const seconds = (moment: Date) => moment.getTime() / 1000;

/** The recipient by the salted hash of the e-mail; without one, by the certificate. */
function subjectOf({ id, recipient_email }: ShownCertificate) {
  if (recipient_email === null) return { id: `urn:uuid:${id}` };
  const email = recipient_email.toLowerCase();
  const hash = createHash('sha256').update(`${email}${id}`).digest('hex');
  const identity = {
    type: 'IdentityObject',
    identityType: 'emailAddress',
    identityHash: `sha256$${hash}`,
    hashed: true,
  };
  return { id: undefined, identifier: [{ ...identity, salt: id }] };
}
