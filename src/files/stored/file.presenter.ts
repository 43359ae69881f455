import type { FileRow } from './file.repository.js';

/** A file as its owner sees it; `base` is PUBLIC_URL. */
export function presentFile(file: FileRow, base: string) {
  const { id, key, type, kind, size, width, height, name, attached_at, created_at } = file;
  const url = `${base}/v1/files/${id}/${key}`;
  return {
    id,
    url,
    ...(kind === 'image' && { small_url: `${url}/small` }),
    type,
    kind,
    size,
    ...(width !== null && height !== null && { width, height }),
    name,
    attached: attached_at !== null,
    created_at,
  };
}
