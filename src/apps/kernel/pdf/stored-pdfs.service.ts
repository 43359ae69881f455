import { buffer } from 'node:stream/consumers';
import { UserRepository } from '../../../account/users/user.repository.js';
import { FilesService } from '../../../files/files.service.js';
import { GeneratedFilesService, UNTIL_KEPT_SECONDS } from '../../../files/signed/generated-files.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../app-provider.js';

interface NewPdf {
  owner_id: string;
  name: string;
  bytes: Buffer;
}

/** PDFs that rows of apps name by the ids of their files. They are a cache: what is lost is drawn again. Outside of transactions. */
@AppProvider()
export class StoredPdfsService {
  constructor(
    private readonly files: FilesService,
    private readonly generatedFiles: GeneratedFilesService,
    private readonly database: DatabaseService,
    private readonly users: UserRepository,
  ) {}

  /** Undefined: it was never stored, is lost, or was deleted with the account of its owner. */
  async read(id: string | null): Promise<Buffer | undefined> {
    if (id === null) return undefined;
    try {
      return await buffer(await this.generatedFiles.read(id));
    } catch {
      return undefined;
    }
  }

  /**
   * `enter` writes the id of the file to the row, if that still has the one `before`, and returns how many rows it changed.
   * The files of an account are deleted with it, so without the account, also if it is deleted meanwhile, nothing is kept.
   */
  async keep(file: NewPdf, before: string | null, enter: (id: string) => Promise<number>): Promise<void> {
    const hasAccount = () => this.users.exists({ id: file.owner_id });
    if (!(await hasAccount())) return;
    try {
      await this.store(file, before, enter);
    } catch (error) {
      if (await hasAccount()) throw error;
    }
  }

  private async store(file: NewPdf, before: string | null, enter: (id: string) => Promise<number>): Promise<void> {
    const made = { ...file, type: 'application/pdf', seconds: UNTIL_KEPT_SECONDS, isBeyondRoom: true };
    const kept = await this.generatedFiles.keep(made);
    await this.database.transaction(async () => {
      const isEntered = await enter(kept.id);
      if (isEntered) await this.files.makePermanent(kept.id);
      // Somebody else may have stored the same one in the meantime.
      const unused = isEntered ? before : kept.id;
      if (unused !== null) await this.files.release([unused]);
    });
  }
}
