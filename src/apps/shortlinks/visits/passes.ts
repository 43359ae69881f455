import { Injectable } from '@nestjs/common';
import { Vault } from '../../../platform/access/vault.js';
import type { Visit } from '../../../web-events/visits/visit.js';
import type { VisitedLink } from './visited-link.repository.js';

const NAME = 'shortlinks-pass';
const MS = 10 * 60 * 1000;

interface Pass {
  link_id: string;
  /** For him alone: whoever he sends the address to is warned himself. */
  visitor: string;
  until: number;
}

/** What lets a visitor past a page that has warned him, for ten minutes. */
@Injectable()
export class Passes {
  constructor(private readonly vault: Vault) {}

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
