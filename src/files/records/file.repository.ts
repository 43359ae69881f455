import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { StoredFile } from './file.entity.js';

export type FileRow = Pick<
  StoredFile,
  'id' | 'key' | 'type' | 'kind' | 'size' | 'width' | 'height' | 'name' | 'attached_at' | 'created_at'
>;
export type ServedRow = Pick<StoredFile, 'path' | 'small_path' | 'type' | 'kind' | 'name'>;
export type NewFile = Omit<StoredFile, 'small_path' | 'attached_at' | 'created_at'> & { attached: boolean };
/** What an app is told of a file that is there. */
export type ArrivedFile = Pick<StoredFile, 'id' | 'name' | 'size' | 'type'>;

const SHOWN = 'id, key, type, kind, size::float8 AS size, width, height, name, attached_at, created_at';
const SERVED = 'path, small_path, type, kind, name';

const INSERT = sql(
  'file_insert',
  `INSERT INTO files.files (id, owner_id, key, path, type, kind, size, width, height, name, of_app, sha256, expires_at, attached_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, CASE WHEN $14::boolean THEN now() END) ON CONFLICT (id) DO NOTHING`,
);
const OWN = sql('file_own', `SELECT ${SHOWN} FROM files.files WHERE id = $1 AND owner_id = $2`);
const OWN_LOCK = sql(
  'file_own_lock',
  `SELECT ${SHOWN} FROM files.files WHERE id = $1 AND owner_id = $2 AND NOT of_app FOR UPDATE`,
);
const OF_OWNER = sql(
  'files_of_owner',
  `SELECT ${SHOWN} FROM files.files
   WHERE owner_id = $1 AND of_app = false AND (created_at, id) < ($2, $3::uuid) ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const ALL_OF = sql(
  'files_all_of_owner',
  `SELECT ${SHOWN} FROM files.files WHERE owner_id = $1 AND expires_at IS NULL ORDER BY created_at DESC, id DESC`,
);
const BY_KEY = sql('file_by_key', `SELECT ${SERVED} FROM files.files WHERE id = $1 AND key = $2`);
const STORED = sql(
  'file_stored',
  `SELECT ${SERVED} FROM files.files WHERE id = $1 AND (expires_at IS NULL OR expires_at > now())`,
);
const ARRIVED = sql(
  'files_arrived',
  `SELECT id, name, size::float8 AS size, type, sha256 FROM files.files
   WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND (expires_at IS NULL OR expires_at > now()) ORDER BY id`,
);
const SET_SMALL = sql(
  'file_set_small',
  'UPDATE files.files SET small_path = $2 WHERE id = $1 AND small_path IS NULL',
);
// Locked in the order of their ids, because two posts may be given the same files in another order.
const ATTACH = sql(
  'files_attach',
  `WITH free AS (
     SELECT id FROM files.files WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND attached_at IS NULL ORDER BY id FOR UPDATE
   )
   UPDATE files.files f SET attached_at = now() FROM free WHERE f.id = free.id`,
);
const DELETE = sql('files_delete', 'DELETE FROM files.files WHERE id = ANY($1::uuid[])');
const FORGET = sql(
  'files_forget_unattached',
  `DELETE FROM files.files WHERE id = ANY(ARRAY(
     SELECT id FROM files.files WHERE attached_at IS NULL AND created_at < now() - interval '24 hours'
     ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);
const FORGET_EXPIRED = sql(
  'files_forget_expired',
  `DELETE FROM files.files WHERE id = ANY(ARRAY(
     SELECT id FROM files.files WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);

const PAGE = new Keyset({ name: 'files', defaultLimit: 20, maxLimit: 100 });

@Injectable()
export class FileRepository extends Repository {
  /** False: there is a file of this id. */
  async insert(file: NewFile): Promise<boolean> {
    const { id, owner_id, key, path, type, kind, size, width, height, name } = file;
    const bytes = [id, owner_id, key, path, type, kind, size, width, height, name];
    const { of_app, sha256, expires_at, attached } = file;
    return (await this.count(INSERT, ...bytes, of_app, sha256, expires_at, attached)) > 0;
  }

  own(id: string, ownerId: string): Promise<FileRow | undefined> {
    return this.one<FileRow & object>(OWN, id, ownerId);
  }

  lockOwn(id: string, ownerId: string): Promise<FileRow | undefined> {
    return this.one<FileRow & object>(OWN_LOCK, id, ownerId);
  }

  async ofOwner(ownerId: string, query: PageQuery) {
    const slice = PAGE.read(query);
    const rows = await this.rows<FileRow & object>(OF_OWNER, ownerId, ...newestFirst(slice));
    return PAGE.cut(rows, slice, ({ created_at, id }) => [created_at, id]);
  }

  allOf(ownerId: string): Promise<FileRow[]> {
    return this.rows<FileRow & object>(ALL_OF, ownerId);
  }

  byKey(id: string, key: string): Promise<ServedRow | undefined> {
    return this.one<ServedRow & object>(BY_KEY, id, key);
  }

  stored(id: string): Promise<ServedRow | undefined> {
    return this.one<ServedRow & object>(STORED, id);
  }

  arrived(ids: string[], ownerId: string): Promise<(ArrivedFile & Pick<StoredFile, 'sha256'>)[]> {
    return this.rows(ARRIVED, ids, ownerId);
  }

  /** False: the file is gone, or has one. */
  async setSmall(id: string, path: string): Promise<boolean> {
    return (await this.count(SET_SMALL, id, path)) > 0;
  }

  /** How many of them were the owner's and free. */
  attach(ids: string[], ownerId: string): Promise<number> {
    return this.count(ATTACH, ids, ownerId);
  }

  async delete(ids: string[]): Promise<void> {
    await this.count(DELETE, ids);
  }

  /** How many were never put to use for a day, at most `limit` of them, and are gone now. */
  forgetUnattached(limit: number): Promise<number> {
    return this.count(FORGET, limit);
  }

  forgetExpired(limit: number): Promise<number> {
    return this.count(FORGET_EXPIRED, limit);
  }
}
