import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, presentedBy, rowsOf } from '../../platform/exports/export-node.js';
import type { StoredFile } from './file.entity.js';
import { presentFile } from './file.presenter.js';

export type FileRow = Pick<
  StoredFile,
  'id' | 'key' | 'type' | 'kind' | 'size' | 'width' | 'height' | 'name' | 'attached_at' | 'created_at'
>;
export type ServedRow = Pick<StoredFile, 'path' | 'small_path' | 'type' | 'kind' | 'name'>;
export type NewFile = Omit<StoredFile, 'owner_id' | 'small_path' | 'attached_at' | 'created_at' | 'slot'> & {
  owner_id: string;
  attached: boolean;
  slot?: string;
};
/** The fields of a complete file that apps see. */
export type ArrivedFile = Pick<StoredFile, 'id' | 'name' | 'size' | 'type'>;

const SHOWN = 'id, key, type, kind, size::float8 AS size, width, height, name, attached_at, created_at';
const SERVED = 'path, small_path, type, kind, name';

const INSERT = sql(
  'file_insert',
  `INSERT INTO files.files (id, owner_id, key, path, type, kind, size, width, height, name, of_app, sha256, expires_at, slot, attached_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, CASE WHEN $15::boolean THEN now() END) ON CONFLICT (id) DO NOTHING`,
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
const IN_SLOT = sql(
  'file_in_slot',
  `SELECT path, size::float8 AS size FROM files.files
   WHERE owner_id = $1 AND slot = $2 AND (expires_at IS NULL OR expires_at > now())`,
);
const DELETE_IN_SLOT = sql('file_delete_in_slot', 'DELETE FROM files.files WHERE owner_id = $1 AND slot = $2');
const ARRIVED = sql(
  'files_arrived',
  `SELECT id, name, size::float8 AS size, type, sha256 FROM files.files
   WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND (expires_at IS NULL OR expires_at > now()) ORDER BY id`,
);
const SET_SMALL = sql('file_set_small', 'UPDATE files.files SET small_path = $2 WHERE id = $1 AND small_path IS NULL');
// Rows are locked in the order of their ids, because two posts may name the same files in different order.
const ATTACH = sql(
  'files_attach',
  `WITH free AS (
     SELECT id FROM files.files WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND attached_at IS NULL ORDER BY id FOR UPDATE
   )
   UPDATE files.files f SET attached_at = now() FROM free WHERE f.id = free.id`,
);
const DELETE = sql('files_delete', 'DELETE FROM files.files WHERE id = ANY($1::uuid[])');
const DISOWN = sql('files_disown', 'UPDATE files.files SET owner_id = NULL WHERE id = ANY($1::uuid[])');
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
export class FileRepository extends BaseRepository {
  /** False: a file with this id exists already. */
  async insert(file: NewFile): Promise<boolean> {
    const { id, owner_id, key, path, type, kind, size, width, height, name } = file;
    const bytes = [id, owner_id, key, path, type, kind, size, width, height, name];
    const { of_app, sha256, expires_at, slot = null, attached } = file;
    return (await this.count(INSERT, ...bytes, of_app, sha256, expires_at, slot, attached)) > 0;
  }

  findOwn(id: string, ownerId: string): Promise<FileRow | undefined> {
    return this.one<FileRow>(OWN, id, ownerId);
  }

  lockOwn(id: string, ownerId: string): Promise<FileRow | undefined> {
    return this.one<FileRow>(OWN_LOCK, id, ownerId);
  }

  async listByOwner(ownerId: string, query: PageQuery) {
    const slice = PAGE.read(query);
    const rows = await this.rows<FileRow>(OF_OWNER, ownerId, ...newestFirst(slice));
    return PAGE.cut(rows, slice, ({ created_at, id }) => [created_at, id]);
  }

  forExport(ownerId: string, base: string): ExportNode {
    const present = presentedBy(import.meta.resolve('./file.presenter.js'), presentFile, base);
    return rowsOf(ALL_OF, [ownerId], { present });
  }

  findByKey(id: string, key: string): Promise<ServedRow | undefined> {
    return this.one<ServedRow>(BY_KEY, id, key);
  }

  findStored(id: string): Promise<ServedRow | undefined> {
    return this.one<ServedRow>(STORED, id);
  }

  findInSlot(ownerId: string, slot: string): Promise<Pick<StoredFile, 'path' | 'size'> | undefined> {
    return this.one(IN_SLOT, ownerId, slot);
  }

  /** False: the slot was empty. */
  async deleteInSlot(ownerId: string, slot: string): Promise<boolean> {
    return (await this.count(DELETE_IN_SLOT, ownerId, slot)) > 0;
  }

  listArrived(ids: string[], ownerId: string): Promise<(ArrivedFile & Pick<StoredFile, 'sha256'>)[]> {
    return this.rows(ARRIVED, ids, ownerId);
  }

  /** False: the file is deleted, or already has a small version. */
  async setSmall(id: string, path: string): Promise<boolean> {
    return (await this.count(SET_SMALL, id, path)) > 0;
  }

  /** Returns how many of the files belonged to the owner and were unused. */
  attach(ids: string[], ownerId: string): Promise<number> {
    return this.count(ATTACH, ids, ownerId);
  }

  async delete(ids: string[]): Promise<void> {
    await this.count(DELETE, ids);
  }

  async disown(ids: string[]): Promise<void> {
    await this.count(DISOWN, ids);
  }

  /** Deletes at most `limit` files that were unused for a day, and returns how many. */
  deleteUnattached(limit: number): Promise<number> {
    return this.count(FORGET, limit);
  }

  deleteExpired(limit: number): Promise<number> {
    return this.count(FORGET_EXPIRED, limit);
  }
}
