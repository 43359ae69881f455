import type { FileRow } from './file.repository.js';
import { jsonObject } from '../../platform/database/sql.js';

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

/** The URL of a file from its row; `base` is PUBLIC_URL. */
const address = (file: string, base: string) => `${base}::text || '/v1/files/' || ${file}.id || '/' || ${file}.key`;

/**
 * SQL of the JSON of an attached file: `file` is its row in files.files, `base` a parameter such as $3 with PUBLIC_URL.
 */
export const MEDIA_JSON = (file: string, base: string) =>
  jsonObject({
    id: `${file}.id`,
    url: address(file, base),
    type: `${file}.kind`,
    width: `${file}.width`,
    height: `${file}.height`,
    small_url: `CASE ${file}.kind WHEN 'image' THEN ${address(file, base)} || '/small' END`,
  });
