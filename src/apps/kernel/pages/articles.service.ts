import { type BeforeApplicationShutdown } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { unavailable } from '../../../platform/http/refusal.js';
import { AppProvider } from '../app-provider.js';
import type { ArticleReply, ArticleRequest } from './article-worker.js';
import type { Article, ArticleOptions } from './article.js';

interface Task {
  resolve(article: Article): void;
  reject(error: Error): void;
  length: number;
}

// A worker thread starts from a JavaScript file. Jest compiles in memory, so tests use the file in dist.
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('../../../../dist/apps/kernel/pages/article-worker.js', import.meta.url)
  : new URL('./article-worker.js', import.meta.url);
const MAX_MEGABYTES = 256;
const MOST_WAITING = 5_000_000;
/** For everything that waits: an article takes a second at most. */
const TIMEOUT_MS = 20_000;

/**
 * Renders articles in a worker thread: ordinary prose of 200,000 characters takes 0.2 s, in which the process would answer
 * nobody else. The thread starts with the first article.
 */
@AppProvider()
export class ArticlesService implements BeforeApplicationShutdown {
  private worker: Worker | undefined;
  private readonly tasks = new Map<number, Task>();
  private waiting = 0;
  private lastId = 0;
  private deadline: NodeJS.Timeout | undefined;

  render(source: string, options: ArticleOptions = {}): Promise<Article> {
    if (this.waiting > MOST_WAITING) throw unavailable();
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.tasks.set(id, { resolve, reject, length: source.length });
      this.waiting += source.length;
      this.worker ??= this.start();
      this.worker.ref();
      this.deadline ??= this.startDeadline();
      const request: ArticleRequest = { id, source, ...options };
      this.worker.postMessage(request, []);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    const { worker } = this;
    this.failAll();
    await worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES } });
    worker.on('message', (reply: ArticleReply) => worker === this.worker && this.receive(reply));
    worker.on('error', () => worker === this.worker && this.failAll());
    return worker;
  }

  /** An idle thread does not keep the process alive. */
  private receive({ id, article }: ArticleReply): void {
    const task = this.tasks.get(id);
    this.tasks.delete(id);
    this.waiting -= task?.length ?? 0;
    clearTimeout(this.deadline);
    this.deadline = this.tasks.size ? this.startDeadline() : undefined;
    if (!this.tasks.size) this.worker?.unref();
    task?.resolve(article);
  }

  private startDeadline(): NodeJS.Timeout {
    return setTimeout(() => this.failAll(), TIMEOUT_MS).unref();
  }

  /** The thread died or does not answer: the next article starts another one. */
  private failAll(): void {
    const tasks = [...this.tasks.values()];
    this.tasks.clear();
    this.waiting = 0;
    clearTimeout(this.deadline);
    this.deadline = undefined;
    void this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of tasks) reject(unavailable());
  }
}
