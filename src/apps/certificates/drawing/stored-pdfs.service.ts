import { buffer } from 'node:stream/consumers';
import { FilesService } from '../../../files/files.service.js';
import { GeneratedFilesService, UNTIL_KEPT_SECONDS } from '../../../files/signed/generated-files.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { CertificateRepository } from '../awards/certificate.repository.js';
import type { Certificate } from '../entities/certificate.entity.js';
import { ProfileRepository } from '../templates/profile.repository.js';

type Stored = Pick<Certificate, 'id' | 'owner_id' | 'code' | 'revision' | 'pdf_key'>;

/** The PDFs that are kept in the files of the issuer. */
@AppProvider()
export class StoredPdfsService {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly profiles: ProfileRepository,
    private readonly files: FilesService,
    private readonly generatedFiles: GeneratedFilesService,
    private readonly database: DatabaseService,
  ) {}

  async read({ pdf_key }: Stored): Promise<Buffer | undefined> {
    if (pdf_key === null) return undefined;
    try {
      return await buffer(await this.generatedFiles.read(pdf_key));
    } catch {
      // The file is lost, or was deleted with the account of the issuer: the same one can be made again.
      return undefined;
    }
  }

  /** Not if the certificate has been corrected since it was drawn, nor for an issuer whose account is gone. */
  async keep({ id, owner_id, code, revision, pdf_key }: Stored, bytes: Buffer): Promise<void> {
    if (!(await this.profiles.of([owner_id])).size) return;
    const name = `certificate-${code}.pdf`;
    const seconds = UNTIL_KEPT_SECONDS;
    const made = { owner_id, name, type: 'application/pdf', bytes, seconds, isBeyondRoom: true };
    const kept = await this.generatedFiles.keep(made);
    await this.database.transaction(async () => {
      const isCurrent = await this.certificates.update({ id, revision, pdf_key }, { pdf_key: kept.id });
      if (isCurrent) await this.files.makePermanent(kept.id);
      // Somebody else may have drawn the same one in the meantime.
      const unused = isCurrent ? pdf_key : kept.id;
      if (unused !== null) await this.files.release([unused]);
    });
  }
}
