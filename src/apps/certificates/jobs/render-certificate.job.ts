import { Job } from '../../../jobs/job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { CertificateRepository } from '../awards/certificate.repository.js';
import { CertificatePdfsService, type Materials } from '../drawing/certificate-pdfs.service.js';

/** Draws and stores the PDFs of certificates after they are issued or corrected. */
@AppProvider()
export class RenderCertificateJob extends Job<{ ids: string[] }> {
  readonly name = 'certificates.render-certificate';
  override readonly atOnce = 1;

  constructor(
    private readonly certificates: CertificateRepository,
    private readonly pdfs: CertificatePdfsService,
  ) {
    super();
  }

  /** Those that a run before has stored are not drawn again. */
  async run({ ids }: { ids: string[] }): Promise<void> {
    const materials: Materials = new Map();
    for (const certificate of await this.certificates.byIds(ids))
      if (certificate.pdf_key === null && certificate.status === 'active') await this.pdfs.of(certificate, materials);
  }
}
