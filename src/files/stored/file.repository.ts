import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Keyset, type PageQuery } from '../../platform/database/page.js';
import { EntityRepository, type Values, type Where } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, presentedBy, rowsOf } from '../../platform/exports/export-node.js';
import { StoredFile } from './file.entity.js';
import { presentFile } from './file.presenter.js';

export type FileRow = Pick<
  StoredFile,
  'id' | 'key' | 'type' | 'kind' | 'size' | 'width' | 'height' | 'name' | 'attached_at' | 'created_at'
>;
export type NewFile = Values<StoredFile> &
  Pick<StoredFile, 'id' | 'type' | 'size' | 'of_app'> & {
    owner_id: string;
    slot?: string;
  };
/** The fields of a complete file that apps see. */
export type ArrivedFile = Pick<StoredFile, 'id' | 'name' | 'size' | 'type'>;

const SHOWN = 'id, key, type, kind, size::float8 AS size, width, height, name, attached_at, created_at';

const OF_OWNER = sql(
  'files_of_owner',
  `SELECT ${SHOWN} FROM files.files
   WHERE owner_id = $1 AND of_app = false AND (created_at, id) < ($2, $3::uuid) ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const ALL_OF = sql(
  'files_all_of_owner',
  `SELECT ${SHOWN} FROM files.files WHERE owner_id = $1 AND expires_at IS NULL ORDER BY created_at DESC, id DESC`,
);
// Rows are locked in the order of their ids, because two posts may name the same files in different order.
const ATTACH = sql(
  'files_attach',
  `WITH free AS (
     SELECT id FROM files.files WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND attached_at IS NULL ORDER BY id FOR UPDATE
   )
   UPDATE files.files f SET attached_at = now() FROM free WHERE f.id = free.id`,
);
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
export class FileRepository extends EntityRepository<StoredFile> {
  protected readonly entity = StoredFile;

  listByOwner(ownerId: string, query: PageQuery) {
    return this.newest<FileRow>(PAGE, query, OF_OWNER, [ownerId]);
  }

  forExport(ownerId: string, base: string): ExportNode {
    const present = presentedBy(import.meta.resolve('./file.presenter.js'), presentFile, base);
    return rowsOf(ALL_OF, [ownerId], { present });
  }

  /** Undefined when there is no such file, or it has expired. */
  async findStored(where: Where<StoredFile>): Promise<StoredFile | undefined> {
    return (await this.find(where)).find(isLasting);
  }

  /** The files of the owner that have not expired, ordered by id. */
  async listStored(ids: string[], owner_id: string): Promise<StoredFile[]> {
    return (await this.find({ id: In(ids), owner_id }, { order: { id: 'ASC' } })).filter(isLasting);
  }

  /** Returns how many of the files belonged to the owner and were unused. */
  attach(ids: string[], ownerId: string): Promise<number> {
    return this.count(ATTACH, ids, ownerId);
  }

  async deleteAll(ids: string[]): Promise<void> {
    await this.delete({ id: In(ids) });
  }

  async disown(ids: string[]): Promise<void> {
    await this.update({ id: In(ids) }, { owner_id: null });
  }

  /** Deletes at most `limit` files that were unused for a day, and returns how many. */
  deleteUnattached(limit: number): Promise<number> {
    return this.count(FORGET, limit);
  }

  deleteExpired(limit: number): Promise<number> {
    return this.count(FORGET_EXPIRED, limit);
  }
}

const isLasting = ({ expires_at }: StoredFile) => !expires_at || expires_at > new Date();
