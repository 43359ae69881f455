import { Injectable, Logger } from '@nestjs/common';
import { GeneratedFilesService } from '../../files/signed/generated-files.service.js';
import { Job } from '../../jobs/job.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { type Many, ExtensionsService } from '../../platform/extensions.service.js';
import { ExportTooLarge } from '../../platform/exports/export-document.js';
import { type ExportNode, fieldsOf } from '../../platform/exports/export-node.js';
import { ExportProcessService } from '../../platform/exports/export-process.service.js';
import { ExportCompletionService } from './export-completion.service.js';
import { ExportSection } from './export-section.js';
import { type Attempt, ExportRepository, FILE_SLOT } from './export.repository.js';

@Injectable()
export class MakeExportJob extends Job<{ id: string }> {
  readonly name = 'account.make-export';
  /** Each run starts a process with a heap of its own. */
  override readonly atOnce = 1;

  private readonly logger = new Logger('Exports');
  private readonly sections: Many<ExportSection>;

  constructor(
    private readonly exports: ExportRepository,
    extensions: ExtensionsService,
    private readonly database: DatabaseService,
    private readonly process: ExportProcessService,
    private readonly files: GeneratedFilesService,
    private readonly completion: ExportCompletionService,
  ) {
    super();
    this.sections = extensions.many(ExportSection);
  }

  async run({ id }: { id: string }): Promise<void> {
    const attempt = await this.database.transaction(() => this.exports.startAttempt(id));
    // When the process crashed in the last attempt, the failure was not announced yet.
    if (!attempt) return this.completion.fail(id, 'failed');
    try {
      await this.write(attempt);
    } catch (error) {
      if (error instanceof ExportTooLarge) return this.completion.fail(id, 'too_large');
      if (!attempt.is_last) throw error;
      this.logger.error(error);
      return this.completion.fail(id, 'failed');
    }
    await this.completion.finish(id, attempt.user_id);
  }

  private async write({ user_id, seconds_left: seconds }: Attempt): Promise<void> {
    const content: Record<string, ExportNode> = {};
    for (const part of this.sections.values) content[part.section] = await part.content(user_id);
    await this.files.scratch(async (path) => {
      await this.process.write(fieldsOf(content), path);
      const made = { owner_id: user_id, name: 'my-data.json', type: 'application/json', path };
      await this.files.keep({ ...made, seconds, slot: FILE_SLOT, isBeyondRoom: true });
    });
  }
}
