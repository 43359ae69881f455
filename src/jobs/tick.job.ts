import { type BeforeApplicationShutdown, Inject, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Job } from './job.js';
import { JobsRole } from './jobs.service.js';

/** A job that also runs every few seconds in each process that runs jobs, which a schedule of the queue cannot do. */
export abstract class TickJob extends Job implements OnApplicationBootstrap, BeforeApplicationShutdown {
  @Inject(JobsRole) private readonly role!: JobsRole;
  protected readonly logger = new Logger('Jobs');
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;
  protected abstract readonly seconds: number;

  protected abstract tick(): Promise<void>;

  onApplicationBootstrap(): void {
    if (!this.role.works) return;
    const tick = () => void this.run().catch((error: unknown) => this.logger.warn({ err: error, job: this.name }));
    this.timer = setInterval(tick, this.seconds * 1000).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.current?.catch(() => undefined);
  }

  run(): Promise<void> {
    return (this.current ??= this.tick().finally(() => (this.current = undefined)));
  }
}
