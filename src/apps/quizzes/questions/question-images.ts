import { AppProvider } from '../../kernel/app-provider.js';
import { FilesService } from '../../../files/files.service.js';
import { notFound } from '../../../platform/http/refusal.js';

const HOURS_4 = 4 * 60 * 60;

/** The pictures beside questions: files that the quiz's owner has uploaded, each for one question. */
@AppProvider()
export class QuestionImages {
  constructor(private readonly files: FilesService) {}

  async take(fileIds: string[], ownerId: string): Promise<void> {
    if (!fileIds.length) return;
    const arrived = await this.files.arrived(fileIds, ownerId);
    if (arrived.length !== fileIds.length || !arrived.every(({ type }) => type.startsWith('image/')))
      throw notFound('File');
    await this.files.attach(fileIds, ownerId, 'image_file_id');
  }

  drop(fileId: string | null): Promise<void> {
    return this.files.release(fileId ? [fileId] : []);
  }

  /** Works for four hours. */
  address(fileId: string | null): string | null {
    return fileId && this.files.downloadable(fileId, { seconds: HOURS_4, inline: true }).download_url;
  }
}
