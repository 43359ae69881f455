import { v7 as uuidv7 } from 'uuid';
import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { RequestItem } from '../entities/request.entity.js';
import type { ItemChange } from '../request.inputs.js';
import { normalExtension } from '../uploads/file-names.js';
import { ItemRepository, type ItemRow } from './item.repository.js';

const DEFAULTS = { description: null, required: true, allowed_extensions: [], min_files: 1 };
const DEFAULT_MOST = 10;

/** The checklist of a request. */
@AppProvider()
export class RequestItemsService {
  constructor(private readonly items: ItemRepository) {}

  /** Puts these items in the place of those that there are. The request is locked, or new. */
  async replace(requestId: string, wanted: ItemChange[]): Promise<RequestItem[]> {
    const known = new Map((await this.items.of(requestId)).map((item) => [item.id, item]));
    const rows = wanted.map((item, position) => rowOf(item, position, known));
    const kept = new Set(rows.map(({ id }) => id));
    if (kept.size < rows.length) throw invalid({ field: 'items', message: 'items must name each item once' });
    const left = [...known.keys()].filter((id) => !kept.has(id));
    if (await this.items.haveFiles(requestId, left)) throw new Refusal(409, 'Item already has files');
    await this.items.drop(left);
    await this.items.put(requestId, rows);
    return this.items.of(requestId);
  }
}

function rowOf({ id, ...wanted }: ItemChange, position: number, known: Map<string, RequestItem>): ItemRow {
  const before = id === undefined ? undefined : known.get(id);
  if (id !== undefined && !before) throw notFound('Item');
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const { title, description, required, allowed_extensions, min_files, max_files } = {
    ...DEFAULTS,
    max_files: Math.max(DEFAULT_MOST, wanted.min_files ?? 1),
    ...before,
    ...given,
  } as ItemRow;
  if (!title) throw invalid({ field: 'items', message: 'a new item must have a title' });
  if (min_files > max_files)
    throw invalid({ field: 'items', message: 'min_files of an item must not be above its max_files' });
  const extensions = [...new Set(allowed_extensions.map(normalExtension))];
  const values = { title, description, required, allowed_extensions: extensions, min_files, max_files };
  return { id: id ?? uuidv7(), position, ...values };
}
