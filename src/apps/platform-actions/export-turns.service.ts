import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { Refusal } from '../../platform/http/refusal.js';
import { RunningExportRepository } from './running-export.repository.js';

/** Three renewals fit into the time after which an export lapses. */
const RENEW_MS = 20_000;

/** One export of an account at a time, over all processes. */
@Injectable()
export class ExportTurnsService {
  private readonly logger = new Logger('Exports');

  constructor(
    private readonly running: RunningExportRepository,
    private readonly database: DatabaseService,
  ) {}

  /** Answers how to end it; throws where the account has an export that runs. */
  async begin(userId: string): Promise<() => Promise<void>> {
    const holder = randomUUID();
    const begun = await this.database.transaction(() => this.running.begin(userId, holder));
    if (!begun) throw new Refusal(409, 'An export is already running');
    const renew = () => this.change(() => this.running.renew(userId, holder));
    const renewal = setInterval(() => void renew(), RENEW_MS).unref();
    return () => {
      clearInterval(renewal);
      return this.change(() => this.running.end(userId, holder));
    };
  }

  /** A change that fails is no failure of the export: its row lapses. */
  private async change(work: () => Promise<void>): Promise<void> {
    try {
      await this.database.transaction(work);
    } catch (error) {
      this.logger.warn(error);
    }
  }
}
