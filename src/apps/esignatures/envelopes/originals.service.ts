import { FilesService } from '../../../files/files.service.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Envelope, EnvelopeDocument } from '../entities/envelope.entity.js';

const SECONDS = 10 * 60;

/** Signed addresses of the documents of an envelope, for ten minutes. */
@AppProvider()
export class OriginalsService {
  constructor(
    private readonly documents: AppDocumentsService,
    private readonly files: FilesService,
  ) {}

  /** Null for a version that is no longer there. */
  urls(documents: EnvelopeDocument[]): Promise<(string | null)[]> {
    return Promise.all(
      documents.map(async ({ version_id, name }) => {
        if (version_id === null) return null;
        const wish = { filename: name, inline: true, ttl_seconds: SECONDS };
        return this.documents.service.signedUrl(version_id, wish).catch(() => null);
      }),
    );
  }

  final({ final_key, status, title }: Envelope): string | null {
    if (final_key === null || status !== 'completed') return null;
    return this.files.downloadable(final_key, { seconds: SECONDS, name: `${title}.pdf`, inline: true }).download_url;
  }
}
