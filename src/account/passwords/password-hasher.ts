import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { unavailable } from '../../platform/http/refusal.js';

const ARGON2ID = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };
/** More at once than there are cores only makes each of them, and everybody else, slower. */
const AT_ONCE = Math.min(4, availableParallelism());
const WAITING = 256;

/** Hashing is made to be expensive, so it is rationed: a few at once, some waiting, and the rest come again. */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly nobodys = hash('nobody has this password', ARGON2ID);

  hash(password: string): Promise<string> {
    return this.rationed(() => hash(password, ARGON2ID));
  }

  /** An account that is not there costs the same time as one that is. */
  verify(password: string, stored: string | null | undefined): Promise<boolean> {
    return this.rationed(async () => (await verify(stored ?? (await this.nobodys), password)) && !!stored);
  }

  private async rationed<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < AT_ONCE) this.running++;
    else if (this.waiting.length < WAITING) await new Promise<void>((turn) => this.waiting.push(turn));
    else throw unavailable(2);
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
