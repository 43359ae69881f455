import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHmac } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { KeyringService } from '../../access/keyring.service.js';
import { DatabaseService } from '../../database/database.service.js';
import type { IdempotencyKey } from './idempotency-key.js';
import { type Claim, IdempotentAnswerRepository } from './idempotent-answer.repository.js';
import { type Answer, IdempotentAnswersService } from './idempotent-answers.service.js';
import { unavailable } from '../refusal.js';

const RENEWAL_TICK_MS = 1_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
const PATIENCE_MS = 20_000;
/** Requests that may wait for the same key and body in one process. No client sends more by mistake. */
const WAITING_AT_MOST = 64;

export interface ClaimedOperation {
  claim: Claim;
  operationId: string;
}

/**
 * Claims of idempotency keys: one request works on a key at a time, and requests with the same key wait for its answer.
 */
@Injectable()
export class IdempotencyClaimsService implements OnApplicationShutdown {
  private readonly logger = new Logger('Idempotency');
  private readonly inProgress = new Map<string, { ended: Promise<Answer | undefined>; waiting: number }>();
  private readonly heldClaims = new Map<Claim, number>();
  private renewalTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly repository: IdempotentAnswerRepository,
    private readonly answers: IdempotentAnswersService,
    private readonly database: DatabaseService,
    private readonly keyring: KeyringService,
  ) {}

  /**
   * Does the work of a key once. One request of this process does it, or waits for another process. All others wait for
   * that request in memory, without a connection or a query. `work` returns undefined when its claim was taken over.
   */
  async runOnce(
    key: IdempotencyKey,
    lapseSeconds: number,
    work: (operation: ClaimedOperation) => Promise<Answer | undefined>,
  ): Promise<Answer> {
    const name = Buffer.concat([key.hash, key.bodyHash]).toString('base64');
    for (const deadline = Date.now() + PATIENCE_MS; ;) {
      const other = this.inProgress.get(name);
      if (!other) return this.runAsLeader(name, () => this.claimAndWork(key, lapseSeconds, deadline, work));
      const answer = await this.waitForAnswer(other, deadline);
      if (answer) return { ...answer, replayed: true };
    }
  }

  onApplicationShutdown(): void {
    clearInterval(this.renewalTimer);
  }

  private async waitForAnswer(
    other: { ended: Promise<Answer | undefined>; waiting: number },
    deadline: number,
  ): Promise<Answer | undefined> {
    if (other.waiting >= WAITING_AT_MOST) throw unavailable(1);
    other.waiting++;
    const abort = new AbortController();
    try {
      const late = sleep(Math.max(0, deadline - Date.now()), 'late' as const, { signal: abort.signal });
      late.catch(() => undefined);
      const answer = await Promise.race([other.ended, late]);
      if (answer === 'late') throw unavailable(5);
      return answer;
    } finally {
      other.waiting--;
      abort.abort();
    }
  }

  /** The waiting requests get the answer. After a failure one of them continues with the work. */
  private async runAsLeader(name: string, work: () => Promise<Answer>): Promise<Answer> {
    const { promise: ended, resolve } = withResolvers<Answer | undefined>();
    this.inProgress.set(name, { ended, waiting: 0 });
    let answer: Answer | undefined;
    try {
      return (answer = await work());
    } finally {
      this.inProgress.delete(name);
      resolve(answer);
    }
  }

  private async claimAndWork(
    key: IdempotencyKey,
    lapseSeconds: number,
    deadline: number,
    work: (operation: ClaimedOperation) => Promise<Answer | undefined>,
  ): Promise<Answer> {
    const ownerHash = createHmac('sha256', this.keyring.current.secret)
      .update(`idempotency owner:${key.owner}`)
      .digest();
    for (let pause = FIRST_PAUSE_MS; Date.now() < deadline; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const claim: Claim = { id: randomUUID(), keyHash: key.hash, lapseSeconds };
      const operationId = await this.database.transaction(() => this.repository.claim(claim, key.bodyHash, ownerHash));
      const done = operationId
        ? await this.whileRenewing(claim, () => work({ claim, operationId }))
        : await this.waitForOtherProcess(key, pause, deadline);
      if (done) return done;
    }
    throw unavailable(5);
  }

  /** Waits for another process, with growing pauses. Undefined means that the claim may be free. */
  private async waitForOtherProcess(key: IdempotencyKey, first: number, deadline: number): Promise<Answer | undefined> {
    for (let pause = first; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const stored = await this.repository.find(key.hash);
      const answer = stored && this.answers.open(key, stored);
      if (answer || !stored || stored.has_lapsed || Date.now() >= deadline) return answer;
      await sleep(pause);
    }
  }

  /** Renews the claim while the work lasts, so that no other process takes it over. */
  private async whileRenewing<T>(claim: Claim, work: () => Promise<T>): Promise<T> {
    this.heldClaims.set(claim, Date.now());
    this.renewalTimer ??= this.database.outside(() =>
      setInterval(() => void this.renewClaims(), RENEWAL_TICK_MS).unref(),
    );
    try {
      return await work();
    } finally {
      this.heldClaims.delete(claim);
      if (!this.heldClaims.size) {
        clearInterval(this.renewalTimer);
        this.renewalTimer = undefined;
      }
    }
  }

  private async renewClaims(): Promise<void> {
    const now = Date.now();
    const old = [...this.heldClaims].flatMap(([claim, at]) =>
      now - at >= (claim.lapseSeconds * 1000) / 3 ? claim : [],
    );
    if (!old.length) return;
    for (const claim of old) this.heldClaims.set(claim, now);
    await this.database
      .transaction(() => this.repository.renew(old))
      .catch((error: unknown) => this.logger.warn({ err: error, claims: old.length }, 'claims could not be renewed'));
  }
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}
