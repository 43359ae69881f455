import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { HAS_NO_BYTES } from '../../kernel/files/drop-uploads.job.js';
import { Asset } from '../entities/template.entity.js';

/** Nothing has arrived in a day. What arrived stays until its template is used. */
const DROP_AWAITING = sql(
  'certificates_assets_drop_awaiting',
  `DELETE FROM ext_certificates.assets WHERE id = ANY (ARRAY(
     SELECT a.id FROM ext_certificates.assets a, LATERAL (SELECT a.storage_key::uuid AS file_id) f
     WHERE a.status = 'awaiting' AND a.created_at < now() - interval '24 hours' AND ${HAS_NO_BYTES}
     ORDER BY a.created_at LIMIT $1 FOR UPDATE OF a SKIP LOCKED)) RETURNING storage_key AS id`,
);
const IS_USED = `EXISTS (SELECT FROM ext_certificates.template_versions v, jsonb_each_text(v.images) i
  WHERE v.owner_id = a.owner_id AND i.value = a.id::text)`;
const DROP_UNUSED = sql(
  'certificates_assets_drop_unused',
  `DELETE FROM ext_certificates.assets WHERE id = ANY (ARRAY(
     SELECT a.id FROM ext_certificates.assets a
     WHERE a.id > $1 AND a.id <= $2 AND a.created_at < now() - interval '24 hours' AND NOT ${IS_USED}
     FOR UPDATE SKIP LOCKED)) RETURNING storage_key AS id`,
);
const NEXT = sql(
  'certificates_assets_next',
  `SELECT id FROM ext_certificates.assets WHERE id > $1 ORDER BY id LIMIT $2`,
);

@AppProvider()
export class AssetRepository extends EntityRepository<Asset> {
  protected readonly entity = Asset;

  byIds(ids: string[]): Promise<Asset[]> {
    return ids.length ? this.find({ id: In(ids) }, { order: { id: 'ASC' } }) : Promise.resolve([]);
  }

  /** Returns the files. */
  async dropAwaiting(limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(DROP_AWAITING, limit)).map(({ id }) => id);
  }

  /** The ids after this one. */
  async idsAfter(id: string, limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(NEXT, id, limit)).map((row) => row.id);
  }

  /** Of the assets after the first id, to the last one. Returns the files. */
  async dropUnused(after: string, last: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(DROP_UNUSED, after, last)).map(({ id }) => id);
  }

  /** The files of an issuer whose account is deleted: certificates are still printed with them. */
  async filesOf(ownerId: string): Promise<string[]> {
    return (await this.find({ owner_id: ownerId }, { select: ['storage_key'] })).map(({ storage_key }) => storage_key);
  }
}
