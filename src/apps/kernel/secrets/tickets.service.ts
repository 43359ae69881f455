import { EncryptionService } from '../../../platform/access/encryption.service.js';
import { AppProvider } from '../app-provider.js';

export interface SignedTicket {
  ticket: string;
  until: Date;
}

/** Texts for addresses that are encrypted and authenticated: nobody else can make one, and each is over at its time. */
@AppProvider()
export class TicketsService {
  constructor(private readonly encryption: EncryptionService) {}

  /** A ticket of one name is not one of another. */
  sign(name: string, content: object, seconds: number): SignedTicket {
    const until = Date.now() + seconds * 1000;
    return { ticket: this.encryption.seal(name, { ...content, until }).toString('base64url'), until: new Date(until) };
  }

  /** Undefined if the ticket was not signed here under this name, or its time is over. */
  open<Content extends object>(name: string, ticket: string): Content | undefined {
    const opened = this.encryption.open<Content & { until: number }>(name, Buffer.from(ticket, 'base64url'));
    return opened && opened.until > Date.now() ? opened : undefined;
  }
}
