import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { WordFilter } from '../../account/users/registration-rule.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { CensorRepository } from './censor.repository.js';
import { CensorThread } from './censor-thread.js';
import type { StoredCensor } from './censors.js';

const REFRESH_MS = 1_000;
/** Short texts have a thread of their own, so that a message never waits for an article. */
const MAX_SHORT_LENGTH = 2_000;

interface Trial {
  pattern: string;
  replacement?: string;
  text: string;
}

/** Replaces what the censors match in texts of users. Accounts and apps, which must not import moderation, find it as `WordFilter`. */
@Injectable()
export class WordFilterService extends WordFilter implements OnApplicationShutdown {
  private readonly logger = new Logger(WordFilterService.name);
  private readonly reported = new Set<string>();
  private threads: { short: CensorThread; long: CensorThread } | undefined;
  /** A thread of its own, so that the previews of staff do not delay texts of users. */
  private readonly trial = new CensorThread([], () => undefined);
  private version = 0;
  private freshUntil = 0;

  constructor(
    private readonly censors: CensorRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  /** Cuts the result to the maximum length of the field, because a replacement can be longer than its match. */
  async clean(text: string, maxLength = Infinity): Promise<string> {
    this.database.refuseInTransaction('Filtering words');
    await this.refresh();
    if (!this.threads || !text) return text;
    const cleaned = await this.threads[text.length > MAX_SHORT_LENGTH ? 'long' : 'short'].clean(text);
    return cleaned.length > maxLength ? [...cleaned].slice(0, maxLength).join('') : cleaned;
  }

  /** Applies a censor that is not stored to a text. Refuses a pattern that cannot be stored. */
  async preview({ pattern, replacement = '', text }: Trial): Promise<{ text: string; matches: number }> {
    this.database.refuseInTransaction('Trying a pattern');
    const cleaned = await this.trial.preview(text, { id: '', pattern, replacement });
    return { text: cleaned.text, matches: cleaned.matches };
  }

  /** The next text reads the version of the censors again, without waiting for `REFRESH_MS`. */
  recheck(): void {
    this.freshUntil = 0;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.threads?.short.stop(), this.threads?.long.stop(), this.trial.stop()]);
  }

  private async refresh(): Promise<void> {
    if (performance.now() < this.freshUntil) return;
    const version = await this.censors.readVersion();
    if (version > this.version) this.replace(version, await this.censors.listAll());
    this.freshUntil = performance.now() + REFRESH_MS;
  }

  private replace(version: number, censors: StoredCensor[]): void {
    // A concurrent call may have read a later version and finished before this one.
    if (version <= this.version) return;
    this.threads?.short.retire();
    this.threads?.long.retire();
    const thread = () => new CensorThread(censors, (problem, ids) => this.warn(problem, ids));
    this.threads = censors.length ? { short: thread(), long: thread() } : undefined;
    this.version = version;
  }

  /** Logs each problem of a censor once, because the next texts would repeat it. */
  private warn(problem: string, ids: string[]): void {
    for (const id of ids) {
      const line = `censor ${id} ${problem}`;
      if (!this.reported.has(line)) this.logger.warn(line);
      this.reported.add(line);
    }
  }
}
