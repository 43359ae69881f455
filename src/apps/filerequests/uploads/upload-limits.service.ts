import { createHash } from 'node:crypto';
import { networkOf } from '../../../platform/http/networks.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Attempts } from '../../../platform/limits/attempts.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Visitor } from '../../kernel/calls/action.js';
import { LinkPasswordsService } from '../../kernel/secrets/link-passwords.service.js';
import type { FileRequest } from '../entities/request.entity.js';

const HOUR = 60 * 60;
const GUESSES_AN_HOUR = 10;
const UPLOADS_AN_HOUR = 100;

const tooManyAttempts = (retryAfterSeconds: number) => new Refusal(429, 'Too many attempts', { retryAfterSeconds });

/** What strangers may try. It counts outside of transactions, so that a refusal does not take a count back. */
@AppProvider()
export class UploadLimitsService {
  private readonly guesses: Attempts;
  private readonly uploads: (key: string) => Promise<void>;

  constructor(
    private readonly passwords: LinkPasswordsService,
    limits: LimitsService,
  ) {
    this.guesses = limits.attempts('filerequests:password', { points: GUESSES_AN_HOUR, duration: HOUR });
    this.uploads = limits.calls('filerequests:uploads', { points: UPLOADS_AN_HOUR, duration: HOUR });
  }

  /** Throws unless the password is right, or the request has none. */
  async checkPassword({ id, password_hash: hash }: FileRequest, password: string | undefined, visitor: Visitor) {
    if (hash === null) return;
    if (password === undefined) throw new Refusal(400, 'Password required');
    const isRight = await this.guesses.guard(
      keyOf(`${id} ${networkOf(visitor.address) ?? ''}`),
      () => this.passwords.isRight(password, { id, hash, visitor }, tooManyAttempts),
      tooManyAttempts,
    );
    if (!isRight) throw new Refusal(400, 'Wrong password');
  }

  async countUpload({ address }: Visitor): Promise<void> {
    try {
      await this.uploads(keyOf(networkOf(address) ?? ''));
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal(429, 'Too many uploads', error.extra);
      throw error;
    }
  }
}

const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url');
