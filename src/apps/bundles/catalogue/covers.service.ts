import { FilesService } from '../../../files/files.service.js';
import { notFound } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Bundle } from '../entities/bundle.entity.js';

/** The pictures of bundles: uploads of their owners, each in one place only. */
@AppProvider()
export class CoversService {
  constructor(private readonly files: FilesService) {}

  /** Undefined leaves the cover, null removes it. The bundle is locked. */
  async change({ owner_id, cover_file_id }: Bundle, fileId: string | null | undefined): Promise<void> {
    if (fileId === undefined || fileId === cover_file_id) return;
    if (!owner_id) throw notFound('Bundle');
    if (fileId) await this.files.attach([fileId], owner_id, 'cover_file_id');
    if (cover_file_id) await this.files.release([cover_file_id]);
  }
}
