import { builtFile, expiredDocumentPage, missingDocumentPage, sharedDocumentPage } from '@community-platform/pages';
import { DatabaseService } from '../../platform/database/database.service.js';
import { Refusal } from '../../platform/http/refusal.js';
import { disposition } from '../../files/stored/file-name.js';
import { AppProvider } from '../kernel/app-provider.js';
import {
  assetAnswer,
  NO_INDEX,
  pageAnswer,
  type PublicAnswer,
  redirectAnswer,
  streamAnswer,
} from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import { ArchivesService } from './bytes/archives.service.js';
import { LinkDoorService } from './sharing/link-door.service.js';
import { LinkDownloadsService } from './sharing/link-downloads.service.js';

type Parameters = Record<string, string>;

const STYLE = assetAnswer('text/css', builtFile('documents/shared.css'));
const SCRIPT = assetAnswer('text/javascript', builtFile('documents/shared.js'));
const PRIVATE = { ...NO_INDEX, 'Referrer-Policy': 'no-referrer', 'Content-Security-Policy': "default-src 'none'" };
/** Previews may come from the object store. */
const PREVIEWS = { 'img-src': 'https:', 'media-src': "'self' https:" };

/** Pages and files of links, and archives. */
@AppProvider()
export class DocumentsSurface extends PublicSurface {
  protected readonly routes = {
    'shared.css': () => STYLE,
    'shared.js': () => SCRIPT,
    'l/:token': (_: PublicRequest, { token = '' }: Parameters) => this.page(token),
    'l/:token/file': (request: PublicRequest, { token = '' }: Parameters) => this.file(request, token),
    'archives/:ticket': (request: PublicRequest, { ticket = '' }: Parameters) => this.archive(request, ticket),
  };

  constructor(
    private readonly door: LinkDoorService,
    private readonly downloads: LinkDownloadsService,
    private readonly archives: ArchivesService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  private async page(token: string): Promise<PublicAnswer> {
    try {
      const { link } = await this.door.find(token);
      const page = sharedDocumentPage({ token, isLocked: link.password_hash !== null });
      return pageAnswer(page, { sources: PREVIEWS });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const isOver = error.status === 409;
      return pageAnswer(isOver ? expiredDocumentPage() : missingDocumentPage(), { status: isOver ? 410 : 404 });
    }
  }

  /** Programs that only look, by HEAD, count no download. */
  private async file({ method, visitor }: PublicRequest, token: string): Promise<PublicAnswer | undefined> {
    const opened = await this.door.find(token);
    if (opened.link.password_hash !== null || opened.item.kind !== 'document') return undefined;
    if (method === 'HEAD') return { status: 204, headers: { ...PRIVATE, 'Cache-Control': 'no-store' } };
    const { url } = await this.database.transaction(() => this.downloads.download(opened, {}, visitor));
    return redirectAnswer(url, { headers: PRIVATE });
  }

  private async archive({ method }: PublicRequest, ticket: string): Promise<PublicAnswer | undefined> {
    const archive = await this.archives.open(ticket);
    if (!archive) return undefined;
    const headers = { ...PRIVATE, 'Content-Disposition': disposition('attachment', archive.filename) };
    if (method === 'HEAD') archive.bytes.destroy();
    return streamAnswer('application/zip', archive.bytes, { ...headers, 'X-Content-Type-Options': 'nosniff' });
  }
}
