import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { Files } from '../files.js';
import { FileRepository } from './file.repository.js';

@Injectable()
export class DeleteFile {
  constructor(
    private readonly repository: FileRepository,
    private readonly files: Files,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  async run(id: string, ownerId: string): Promise<void> {
    if (!isUuid(id)) throw notFound('File');
    await this.database.transaction(async () => {
      const file = await this.repository.lockOwn(id, ownerId);
      if (!file) throw notFound('File');
      if (file.attached_at) throw new Refusal(409, 'File is in use');
      await this.files.release([id]);
      this.outbox.record({ type: 'file.deleted', actor_id: ownerId, data: { id } });
    });
  }
}
