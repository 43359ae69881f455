import { AppProvider } from '../../kernel/app-provider.js';
import { EncryptionService } from '../../../platform/access/encryption.service.js';
import type { Visit } from '../../../web-events/visits/visit.js';
import type { VisitedLink } from './visited-link.repository.js';

const NAME = 'shortlinks-pass';
const MS = 10 * 60 * 1000;

interface Pass {
  link_id: string;
  /** Bound to the visitor: another visitor with the same address gets the warning. */
  visitor: string;
  until: number;
}

/** Lets a visitor past a page that has warned them, for ten minutes. */
@AppProvider()
export class Passes {
  constructor(private readonly vault: EncryptionService) {}

  issue({ id }: VisitedLink, visit: Visit): string {
    const pass: Pass = { link_id: id, visitor: hex(visit), until: Date.now() + MS };
    return this.vault.seal(NAME, pass).toString('base64url');
  }

  isGood(given: string | null, { id }: VisitedLink, visit: Visit): boolean {
    const pass = given ? this.vault.open<Pass>(NAME, Buffer.from(given, 'base64url')) : undefined;
    return pass?.link_id === id && pass.visitor === hex(visit) && pass.until > Date.now();
  }
}

const hex = ({ visitor_hash }: Visit) => visitor_hash.toString('hex');
