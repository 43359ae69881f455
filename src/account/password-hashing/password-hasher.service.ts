import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../platform/config/environment.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { unavailable } from '../../platform/http/refusal.js';

/** More hashes at once than cores would slow down each of them and every other request. */
const AT_ONCE = Math.min(4, availableParallelism());

/**
 * The priorities in their order, and how many calls of each may wait, so that one kind cannot fill the queue of
 * another. `account` is sign-up and password reset, `app` the password of a link or a quiz, `bulk` a request with many
 * passwords.
 */
const WAITING_AT_MOST = { 'sign-in': 256, account: 256, app: 256, bulk: 256 };
const BULK_AT_ONCE = 1;

export type HashPriority = keyof typeof WAITING_AT_MOST;

const IN_ORDER = Object.keys(WAITING_AT_MOST) as HashPriority[];

/** Hashing is expensive on purpose, so few hashes run at once, some calls wait, and the others are answered with 503. */
@Injectable()
export class PasswordHasherService {
  private running = 0;
  private bulkRunning = 0;
  private readonly waiting: Record<HashPriority, (() => void)[]> = { 'sign-in': [], account: [], app: [], bulk: [] };
  private readonly options: Options;
  private readonly unusedHash: Promise<string>;

  constructor(
    private readonly database: DatabaseService,
    { passwordMemoryKib }: Environment,
  ) {
    this.options = { memoryCost: passwordMemoryKib, timeCost: 1, parallelism: 1 };
    this.unusedHash = hash('nobody has this password', this.options);
  }

  hash(password: string, priority: HashPriority = 'account'): Promise<string> {
    return this.runInTurn(priority, () => hash(password, this.options));
  }

  /** An unknown account is compared with an unused hash, so that the time does not tell which accounts exist. */
  verify(password: string, stored: string | null | undefined, priority: HashPriority = 'sign-in'): Promise<boolean> {
    return this.runInTurn(
      priority,
      async () => (await verify(stored ?? (await this.unusedHash), password)) && !!stored,
    );
  }

  private async runInTurn<T>(priority: HashPriority, work: () => Promise<T>): Promise<T> {
    this.database.refuseInTransaction('Hashing a password');
    if (this.mayStart(priority)) this.start(priority);
    else if (this.waiting[priority].length < WAITING_AT_MOST[priority])
      await new Promise<void>((turn) => this.waiting[priority].push(turn));
    else throw unavailable(2);
    try {
      return await work();
    } finally {
      this.running--;
      if (priority === 'bulk') this.bulkRunning--;
      this.startNext();
    }
  }

  private mayStart(priority: HashPriority): boolean {
    return this.running < AT_ONCE && (priority !== 'bulk' || this.bulkRunning < BULK_AT_ONCE);
  }

  private start(priority: HashPriority): void {
    this.running++;
    if (priority === 'bulk') this.bulkRunning++;
  }

  private startNext(): void {
    for (const priority of IN_ORDER) {
      while (this.waiting[priority].length && this.mayStart(priority)) {
        this.start(priority);
        this.waiting[priority].shift()?.();
      }
    }
  }
}
