import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Job } from '../../jobs/job.js';
import { Database } from '../../platform/database/database.js';
import { Declared } from '../../platform/declared.js';
import { ExportSection } from './export-section.js';
import { ExportRepository } from './export.repository.js';
import { TellOfExport } from './tell-of-export.js';

@Injectable()
export class MakeExport extends Job<{ id: string }> {
  readonly name = 'account.make-export';

  constructor(
    private readonly exports: ExportRepository,
    private readonly declared: Declared,
    private readonly database: Database,
    private readonly tell: TellOfExport,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async run({ id }: { id: string }): Promise<void> {
    const userId = await this.exports.owner(id);
    if (!userId) return;
    const content: Record<string, unknown> = {};
    for (const part of this.declared.all(ExportSection)) content[part.section] = await part.rows(userId);
    await this.database.transaction(async () => {
      if (!(await this.exports.finish(id, content))) return;
      await this.tell.run(id, userId);
      this.outbox.record({ type: 'account.export_ready', actor_id: userId, data: { id } });
    });
  }
}
