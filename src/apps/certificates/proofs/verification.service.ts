import type { Caller } from '../../../platform/access/access.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { networkOf } from '../../../platform/http/networks.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Attempts } from '../../../platform/limits/attempts.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Visitor } from '../../kernel/calls/action.js';
import { dayOf } from '../awards/dates.js';
import { CertificateRepository, type ProvenCertificate } from '../awards/certificate.repository.js';
import { readCode } from '../awards/code.js';

export const TOO_MANY = 'Too many attempts';
const HOUR_SECONDS = 60 * 60;
const MISSES_AN_HOUR = 60;

/** Who looks at a certificate from where. `method`: of a request of the page. */
export interface Look {
  visitor: Visitor;
  caller: Caller | undefined;
  method?: string;
}

/** Finds certificates by their codes, limits guesses, and counts looks. Outside of transactions, as limits are. */
@AppProvider()
export class VerificationService {
  private readonly misses: Attempts;
  private readonly looks: (key: string) => Promise<void>;

  constructor(
    limits: LimitsService,
    private readonly certificates: CertificateRepository,
    private readonly webEvents: WebEventsService,
    private readonly database: DatabaseService,
  ) {
    this.misses = limits.attempts('certificates:code', { points: MISSES_AN_HOUR, duration: HOUR_SECONDS });
    this.looks = limits.calls('certificates:look', { points: 1, duration: HOUR_SECONDS });
  }

  /** Undefined: there is no such certificate. Codes that exist are never counted. */
  find(given: string, { address }: Visitor): Promise<ProvenCertificate | undefined> {
    const code = readCode(given);
    const find = async () => code && this.certificates.proven(code);
    const refusal = (retryAfterSeconds: number) => new Refusal(429, TOO_MANY, { retryAfterSeconds });
    return this.misses.guard(networkOf(address) ?? '', find, refusal) as Promise<ProvenCertificate | undefined>;
  }

  /** Once for an address and hour. The two parties are not counted, and no address is stored. */
  async count(certificate: ProvenCertificate, { visitor, caller, method }: Look): Promise<void> {
    const { id, owner_id, recipient_user_id } = certificate;
    if (caller && [owner_id, recipient_user_id].includes(caller.id)) return;
    // Of the page, only people are counted. What identifies a browser is left out: the same address counts once.
    const { is_bot } = await this.webEvents.visit(visitor, { scope: id, method });
    if (method !== undefined && is_bot) return;
    // The salt of the hash changes at midnight; in the hour after it, the hash of the day before holds as well.
    const days = new Set([0, HOUR_SECONDS].map((ago) => dayOf(Date.now() - ago * 1000)));
    for (const day of days) {
      const { visitor_hash } = await this.webEvents.visit({ ...visitor, userAgent: '' }, { scope: id, day });
      if (!(await this.isFirst(visitor_hash.toString('base64url')))) return;
    }
    await this.database.transaction(() => this.certificates.countVerification(id));
  }

  private async isFirst(key: string): Promise<boolean> {
    try {
      await this.looks(key);
      return true;
    } catch (refused) {
      if (refused instanceof Refusal) return false;
      throw refused;
    }
  }
}
