import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Attempts } from '../../../platform/limits/attempts.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';

const MINUTE = 60;
const tooMany = () => new Refusal(409, 'Too many attempts, try again later');

/** Guesses at the passwords of links, over all processes. */
@AppProvider()
export class UnlockAttempts {
  private readonly ofVisitor: Attempts;
  private readonly onLink: Attempts;

  constructor(limits: LimitsService) {
    this.ofVisitor = limits.attempts('shortlinks:visitor', { points: 10, duration: 10 * MINUTE });
    this.onLink = limits.attempts('shortlinks:link', { points: 100, duration: 60 * MINUTE });
  }

  /** A right password does not count as a guess. A visitor who is refused takes no attempt from the others. */
  guarded(linkId: string, visitor: string, isRight: () => Promise<boolean>): Promise<boolean> {
    return this.ofVisitor.guard(visitor, () => this.onLink.guard(linkId, isRight, tooMany), tooMany);
  }
}
