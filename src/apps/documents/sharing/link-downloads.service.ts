import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Visitor } from '../../kernel/calls/action.js';
import { ArchivesService } from '../bytes/archives.service.js';
import { isInlineType } from '../bytes/content-types.js';
import { DownloadsService, type SignedUrl } from '../bytes/downloads.service.js';
import { VersionRepository } from '../bytes/version.repository.js';
import type { Item } from '../entities/item.entity.js';
import { HistoryRepository } from '../items/history.repository.js';
import { LinkDoorService, type Opened } from './link-door.service.js';
import { LinkRepository } from './link.repository.js';

interface Wanted {
  document_id?: string;
  archive?: boolean;
  inline?: boolean;
}

/** Downloads by link. Each is counted in the transaction that makes its address. */
@AppProvider()
export class LinkDownloadsService {
  constructor(
    private readonly door: LinkDoorService,
    private readonly links: LinkRepository,
    private readonly versions: VersionRepository,
    private readonly downloads: DownloadsService,
    private readonly archives: ArchivesService,
    private readonly history: HistoryRepository,
  ) {}

  async download({ link, item: root }: Opened, wanted: Wanted, visitor: Visitor): Promise<SignedUrl> {
    const { document_id, archive = false, inline = false } = wanted;
    const item = archive ? root : await this.door.below(root, document_id, 'document');
    // What is shown could be saved as well, so this is a courtesy.
    const isPreview = inline && !archive && isInlineType(item.content_type);
    if (!link.allow_download && !isPreview) throw new Refusal(400, 'Download is not allowed');
    if (archive) await this.archives.expectSmall([root.id]);
    if (!(await this.links.countDownload(link.id))) throw new Refusal(409, 'Download limit reached');
    const data = { document_id: item.id, archive, inline: isPreview };
    await this.history.noteVisit(link, root.id, 'link_downloaded', { visitor, data });
    return archive ? this.archives.ticket({ link: link.id }, [root.id], root.name) : this.sign(item, inline);
  }

  private async sign(item: Item, inline: boolean): Promise<SignedUrl> {
    const version = await this.versions.the({ id: item.current_version_id as string }, 'Document');
    return this.downloads.sign(version, { filename: item.name, inline });
  }
}
