import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { CensorRepository } from './censor.repository.js';
import { CensorThread } from './censor-thread.js';
import type { StoredCensor } from './censors.js';

const FRESH_MS = 1_000;
/** A message is never behind an article in the queue. */
const SHORT = 2_000;

interface Trial {
  pattern: string;
  replacement?: string;
  text: string;
}

/** What the censors leave of a text that a user writes. */
@Injectable()
export class ContentFilter implements OnApplicationShutdown {
  private readonly logger = new Logger('ContentFilter');
  private readonly reported = new Set<string>();
  private threads: { short: CensorThread; long: CensorThread } | undefined;
  /** Apart from the others: what staff tries out holds up nobody who writes. */
  private readonly trial = new CensorThread([], () => undefined);
  private version = 0;
  private freshUntil = 0;

  constructor(private readonly censors: CensorRepository) {}

  /** Never longer than its field may be: what replaces a letter may be a sentence. */
  async clean(text: string, longest = Infinity): Promise<string> {
    await this.refresh();
    if (!this.threads || !text) return text;
    const cleaned = await this.threads[text.length > SHORT ? 'long' : 'short'].clean(text);
    return cleaned.length > longest ? [...cleaned].slice(0, longest).join('') : cleaned;
  }

  /** What a censor would make of a text, if it were one; refused where its pattern may not be stored. */
  async preview({ pattern, replacement = '', text }: Trial): Promise<{ text: string; matches: number }> {
    const cleaned = await this.trial.preview(text, { id: '', pattern, replacement });
    return { text: cleaned.text, matches: cleaned.matches };
  }

  /** The next text is seen by the censors as they are then, not as they were up to a second ago. */
  recheck(): void {
    this.freshUntil = 0;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.threads?.short.stop(), this.threads?.long.stop(), this.trial.stop()]);
  }

  private async refresh(): Promise<void> {
    if (performance.now() < this.freshUntil) return;
    // By whoever comes, in his own transaction: waiting for another's could be waiting for each other's connection.
    const version = await this.censors.version();
    if (version > this.version) this.replace(version, await this.censors.all());
    this.freshUntil = performance.now() + FRESH_MS;
  }

  private replace(version: number, censors: StoredCensor[]): void {
    // Another may have read later, and been quicker.
    if (version <= this.version) return;
    this.threads?.short.retire();
    this.threads?.long.retire();
    const thread = () => new CensorThread(censors, (what, ids) => this.report(what, ids));
    this.threads = censors.length ? { short: thread(), long: thread() } : undefined;
    this.version = version;
  }

  /** Once: it would be as true of the next text, and of every other process. */
  private report(what: string, ids: string[]): void {
    for (const id of ids) {
      const line = `censor ${id} ${what}`;
      if (!this.reported.has(line)) this.logger.warn(line);
      this.reported.add(line);
    }
  }
}
