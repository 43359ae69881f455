import { invalid, Refusal } from '../../../platform/http/refusal.js';
import type { Block } from '../entities/block.entity.js';
import { REQUIRED, WITH_URL } from './block-kinds.js';
import type { SavedBlock } from './block.inputs.js';
import type { Kind } from './kinds.js';

/** A block as it will be stored. */
export type Draft = Pick<
  Block,
  'kind' | 'title' | 'url' | 'data' | 'is_visible' | 'is_featured' | 'starts_at' | 'ends_at'
>;

/** The block with what is given; null clears. `block` is undefined for a new one. */
export function draftOf(given: SavedBlock, block: Block | undefined): Draft {
  const draft: Draft = {
    kind: kindOf(given, block),
    title: given.title === undefined ? (block?.title ?? null) : given.title,
    url: given.url === undefined ? (block?.url ?? null) : given.url,
    data: given.data ?? block?.data ?? {},
    is_visible: given.is_visible ?? block?.is_visible ?? true,
    is_featured: given.is_featured ?? block?.is_featured ?? false,
    starts_at: momentOf(given.starts_at, block?.starts_at),
    ends_at: momentOf(given.ends_at, block?.ends_at),
  };
  expectComplete(draft);
  if (draft.starts_at && draft.ends_at && draft.ends_at <= draft.starts_at)
    throw new Refusal(400, 'ends_at must be after starts_at');
  return draft;
}

function kindOf({ kind }: SavedBlock, block: Block | undefined): Kind {
  if (!block && kind === undefined) throw invalid({ field: 'kind', message: 'kind is required to add a block' });
  if (block && kind !== undefined && kind !== block.kind) throw new Refusal(400, 'kind cannot be changed');
  return block?.kind ?? (kind as Kind);
}

function expectComplete({ kind, title, url, data }: Draft): void {
  const values: Record<string, unknown> = { title, url };
  for (const [name, value] of Object.entries(data)) values[`data.${name}`] = value;
  const missing = REQUIRED[kind].find((field) => [undefined, null, ''].includes(values[field] as null));
  if (missing) throw new Refusal(400, `${missing} is required for a ${kind} block`);
  if (url !== null && !WITH_URL.has(kind)) throw invalid({ field: 'url', message: `a ${kind} block has no url` });
  if (title !== null && kind === 'divider') throw invalid({ field: 'title', message: 'a divider block has no title' });
}

const momentOf = (given: string | null | undefined, before: Date | null = null) =>
  given === undefined ? before : given === null ? null : new Date(given);
