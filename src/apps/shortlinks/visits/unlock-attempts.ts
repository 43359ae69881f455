import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Attempts, Limits } from '../../../platform/limits/limits.js';

const MINUTE = 60;
const tooMany = () => new Refusal(409, 'Too many attempts, try again later');

/** Guesses at the passwords of links, over all processes. */
@Injectable()
export class UnlockAttempts {
  private readonly ofVisitor: Attempts;
  private readonly onLink: Attempts;

  constructor(limits: Limits) {
    this.ofVisitor = limits.attempts('shortlinks:visitor', { points: 10, duration: 10 * MINUTE });
    this.onLink = limits.attempts('shortlinks:link', { points: 100, duration: 60 * MINUTE });
  }

  /** What is right does not count as a guess. */
  async guarded(linkId: string, visitor: string, isRight: () => Promise<boolean>): Promise<boolean> {
    // One after the other: who is refused himself takes nothing from the others.
    await this.ofVisitor.count(visitor, tooMany);
    await this.onLink.count(linkId, tooMany);
    const right = await isRight();
    if (right) await Promise.all([this.ofVisitor.takeBack(visitor), this.onLink.takeBack(linkId)]);
    return right;
  }
}
