import { createHash } from 'node:crypto';

/** The keyset before the first row of a list with the newest first. */
export const FIRST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

const CHECKSUM_LENGTH = 8;

/** The cursor of the service after a row with these keys, so that both sides can be asked for the same page. */
export function cursorOf(list, keys) {
  const body = JSON.stringify(keys);
  const checksum = createHash('sha256').update(`${list}\n${body}`).digest('base64url').slice(0, CHECKSUM_LENGTH);
  return Buffer.from(checksum + body).toString('base64url');
}

export const keysOf = (cursor) => JSON.parse(Buffer.from(cursor, 'base64url').toString().slice(CHECKSUM_LENGTH));

/** `rows` has one row more than the page where there is a next page. */
export function cut(list, rows, limit, keys) {
  const shown = rows.slice(0, limit);
  return { shown, next_cursor: rows.length > limit ? cursorOf(list, keys(shown.at(-1))) : null };
}
