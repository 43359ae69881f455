import { type AppNotice, AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AddressesService } from '../drawing/addresses.service.js';
import type { ShownCertificate } from './certificate.repository.js';

type Told = Pick<
  ShownCertificate,
  'id' | 'code' | 'title' | 'issuer_name' | 'recipient_name' | 'recipient_user_id' | 'owner_id'
>;
type What = 'issued' | 'corrected' | 'revoked' | 'reinstated' | 'expiring';

const WORDS: Record<What, (certificate: Told, detail: string) => Pick<AppNotice, 'title' | 'body'>> = {
  issued: ({ title, issuer_name }) => ({
    title: 'You have a certificate',
    body: `${issuer_name} issued “${title}” to you.`,
  }),
  corrected: ({ title, issuer_name }, reason) => ({
    title: 'Your certificate was corrected',
    body: `${issuer_name} corrected “${title}”: ${reason}`,
  }),
  revoked: ({ title, issuer_name }, reason) => ({
    title: 'Your certificate was revoked',
    body: `${issuer_name} revoked “${title}”: ${reason}`,
  }),
  reinstated: ({ title, issuer_name }) => ({
    title: 'Your certificate is valid again',
    body: `${issuer_name} undid the revocation of “${title}”.`,
  }),
  expiring: ({ title }, day) => ({ title: 'Your certificate ends soon', body: `“${title}” is valid until ${day}.` }),
};

/** What recipients and issuers are told. Nobody is told of certificates that nobody has claimed. */
@AppProvider()
export class NoticesService {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly addresses: AddressesService,
  ) {}

  /** `detail`: a reason, or a day. */
  tellRecipient(what: What, certificate: Told, detail = ''): void {
    if (!certificate.recipient_user_id) return;
    this.notifications.notify(certificate.recipient_user_id, {
      type: `certificates.${what}`,
      ...WORDS[what](certificate, detail),
      data: this.dataOf(certificate),
    });
  }

  tellIssuer(certificate: Told): void {
    this.notifications.notify(certificate.owner_id, {
      type: 'certificates.claimed',
      title: 'A certificate was claimed',
      body: `${certificate.recipient_name} claimed “${certificate.title}”.`,
      data: this.dataOf(certificate),
    });
  }

  private dataOf({ id, code }: Told) {
    return { certificate_id: id, verify_url: this.addresses.verifyUrl(code) };
  }
}
