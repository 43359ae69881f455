import type { Readable } from 'node:stream';
import { GeneratedFilesService } from '../../../files/signed/generated-files.service.js';
import { Runtime } from '../../../platform/config/runtime.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type ZipEntry, zipOf } from '../../kernel/files/zip-stream.js';
import { TicketsService } from '../../kernel/secrets/tickets.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { numbered } from '../items/names.js';
import { type ArchivedItem, ArchiveRepository } from './archive.repository.js';
import type { SignedUrl } from './downloads.service.js';

const MOST_BYTES = 2 * 1024 ** 3;
const MOST_FILES = 5_000;
/** With the folders: the format without extensions counts to 65,535. */
const MOST_ITEMS = 50_000;
const SECONDS = 15 * 60;
const TICKET = 'documents-archive';

export const TOO_LARGE = 'Archive is too large';

/** For whom the archive is made: what they may not see any more when it is read is left out. */
type For = { user: string } | { link: string };

interface Ticket {
  for: For;
  ids: string[];
  name: string;
}

/** Folders and documents as a zip. */
@AppProvider()
export class ArchivesService {
  constructor(
    private readonly archives: ArchiveRepository,
    private readonly items: ItemRepository,
    private readonly files: GeneratedFilesService,
    private readonly tickets: TicketsService,
    private readonly runtime: Runtime,
  ) {}

  async expectSmall(ids: string[]): Promise<void> {
    const { items, files, bytes } = await this.archives.size(ids);
    if (files > MOST_FILES || items > MOST_ITEMS || bytes > MOST_BYTES) throw new Refusal(400, TOO_LARGE);
  }

  ticket(whom: For, ids: string[], name: string): SignedUrl {
    const { ticket, until } = this.tickets.sign(TICKET, { for: whom, ids, name } satisfies Ticket, SECONDS);
    const url = `${this.runtime.publicUrl}/v1/apps/documents/public/archives/${ticket}`;
    return { url, filename: `${name}.zip`, expires_at: until };
  }

  /** Undefined: the ticket is not ours, or it is over. */
  async open(ticket: string): Promise<{ filename: string; bytes: Readable } | undefined> {
    const read = this.tickets.open<Ticket>(TICKET, ticket);
    if (!read) return undefined;
    const ids = await this.allowed(read);
    if (!ids.length) return undefined;
    await this.expectSmall(ids);
    return { filename: `${read.name}.zip`, bytes: zipOf(this.entries(await this.archives.content(ids))) };
  }

  private async allowed({ for: whom, ids }: Ticket): Promise<string[]> {
    if ('link' in whom) return this.archives.ofLink(whom.link);
    const seen = await this.items.seenAll(ids, whom.user);
    return seen.filter(({ role, trashed_at }) => role && !trashed_at).map(({ id }) => id);
  }

  private async *entries(content: ArchivedItem[]): AsyncGenerator<ZipEntry> {
    for (const { path, item } of pathsOf(content)) {
      const key = item.storage_key;
      if (key === null) yield { path, isFolder: true };
      else yield { path, changed: item.updated_at, open: () => this.files.read(key) };
    }
  }
}

type Placed = { path: string; item: ArchivedItem };

/** Each folder, and then what lies in it. Items of several folders may have the same name at the top of the archive. */
function* pathsOf(content: ArchivedItem[]): Generator<Placed> {
  const inFolders = new Map<string, ArchivedItem[]>(content.map(({ id }) => [id, []]));
  const top: ArchivedItem[] = [];
  for (const item of content) (inFolders.get(item.parent_id ?? '') ?? top).push(item);
  function* placed(items: ArchivedItem[], pathOf: (item: ArchivedItem) => string): Generator<Placed> {
    for (const item of items) {
      const path = pathOf(item);
      yield { path, item };
      yield* placed(inFolders.get(item.id) ?? [], ({ name }) => `${path}/${name}`);
    }
  }
  const taken = new Set<string>();
  yield* placed(top, ({ name }) => freeOf(name, taken));
}

function freeOf(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = numbered(name, number);
  taken.add(free.toLowerCase());
  return free;
}
