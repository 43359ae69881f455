import { buffer } from 'node:stream/consumers';
import { FilesService } from '../../../files/files.service.js';
import { GeneratedFilesService } from '../../../files/signed/generated-files.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { PrintingRepository, type StoredDocument } from './printing.repository.js';

/** The PDFs that are kept in the files of the seller. */
@AppProvider()
export class StoredPdfsService {
  constructor(
    private readonly documents: PrintingRepository,
    private readonly files: FilesService,
    private readonly generatedFiles: GeneratedFilesService,
    private readonly database: DatabaseService,
  ) {}

  async read({ pdf_file_key }: StoredDocument): Promise<Buffer | undefined> {
    if (pdf_file_key === null) return undefined;
    try {
      return await buffer(await this.generatedFiles.read(pdf_file_key));
    } catch {
      // The file is lost: the same one can be made again.
      return undefined;
    }
  }

  async keep(
    { id, pdf_file_key }: StoredDocument,
    file: { owner_id: string; name: string; bytes: Buffer },
  ): Promise<void> {
    const kept = await this.generatedFiles.keep({ ...file, type: 'application/pdf', isBeyondRoom: true });
    await this.database.transaction(async () => {
      const isFirst = await this.documents.update({ id, pdf_file_key }, { pdf_file_key: kept.id });
      // Somebody else may have kept the same one in the meantime.
      const unused = isFirst ? pdf_file_key : kept.id;
      if (unused !== null) await this.files.release([unused]);
    });
  }
}
