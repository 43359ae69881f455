import { Environment } from '../../../platform/config/environment.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { sql } from '../../../platform/database/sql.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DocumentUsage } from '../entities/item.entity.js';

export const QUOTA_EXCEEDED = 'Storage quota exceeded';

// The row of the owner is locked by the statement itself, so that of many callers only those pass for whom there is room.
const ADD = sql(
  'documents_usage_add',
  `INSERT INTO ext_documents.usage AS u (owner_id, used_bytes, reserved_bytes)
   SELECT $1, $2, $3 WHERE $4::bigint IS NULL OR $2::bigint + $3::bigint <= $4
   ON CONFLICT (owner_id) DO UPDATE
     SET used_bytes = u.used_bytes + excluded.used_bytes, reserved_bytes = u.reserved_bytes + excluded.reserved_bytes
     WHERE $4::bigint IS NULL
       OR u.used_bytes + u.reserved_bytes + excluded.used_bytes + excluded.reserved_bytes <= $4`,
);
const WITHOUT_ROOM = sql(
  'documents_usage_without_room',
  `SELECT FROM ext_documents.usage WHERE owner_id = $1 AND used_bytes + reserved_bytes + $3::bigint > $4
     AND NOT EXISTS (SELECT FROM ext_documents.items WHERE id = $2 AND owner_id <> $1)`,
);
const SETTLE = sql(
  'documents_usage_settle',
  `UPDATE ext_documents.usage SET reserved_bytes = reserved_bytes - $2, used_bytes = used_bytes + $3 WHERE owner_id = $1`,
);
const RECONCILE = sql(
  'documents_usage_reconcile',
  `UPDATE ext_documents.usage u SET
     used_bytes = (SELECT coalesce(sum(v.size_bytes), 0) FROM ext_documents.versions v WHERE v.owner_id = u.owner_id),
     reserved_bytes = (SELECT coalesce(sum(p.size_bytes), 0) FROM ext_documents.uploads p
       WHERE p.target_owner_id = u.owner_id AND p.status = 'open')
   WHERE u.owner_id = $1`,
);
const LOCK_NEXT = sql(
  'documents_usage_next',
  'SELECT owner_id FROM ext_documents.usage WHERE owner_id > $1 ORDER BY owner_id LIMIT $2 FOR UPDATE',
);

/** What the documents of owners take. Every version counts. */
@AppProvider()
export class UsageRepository extends EntityRepository<DocumentUsage> {
  protected readonly entity = DocumentUsage;

  constructor(
    database: DatabaseService,
    private readonly environment: Environment,
  ) {
    super(database);
  }

  get limit(): number {
    return this.environment.documentsQuota;
  }

  /** True also where the folder is somebody else's: then the quota of this owner does not count. */
  async hasRoom(ownerId: string, folderId: string, bytes: number): Promise<boolean> {
    return !(await this.count(WITHOUT_ROOM, ownerId, folderId, bytes, this.limit));
  }

  /** For an upload that has begun. */
  async reserve(ownerId: string, bytes: number): Promise<void> {
    if (!(await this.count(ADD, ownerId, 0, bytes, this.limit))) throw new Refusal(409, QUOTA_EXCEEDED);
  }

  /** `isLimited` false: it counts, and is not refused. */
  async use(ownerId: string, bytes: number, isLimited = true): Promise<void> {
    if (!(await this.count(ADD, ownerId, bytes, 0, isLimited ? this.limit : null)))
      throw new Refusal(409, QUOTA_EXCEEDED);
  }

  /** What was reserved is used now. */
  async settle(ownerId: string, bytes: number): Promise<void> {
    await this.count(SETTLE, ownerId, bytes, bytes);
  }

  async giveBack(ownerId: string, bytes: number): Promise<void> {
    await this.count(SETTLE, ownerId, bytes, 0);
  }

  async of(ownerId: string): Promise<Pick<DocumentUsage, 'used_bytes' | 'reserved_bytes'>> {
    return (await this.findOne({ owner_id: ownerId })) ?? { used_bytes: 0, reserved_bytes: 0 };
  }

  /** The owners after this one, locked: nothing of theirs is counted until the transaction ends. */
  async lockNext(after: string, limit: number): Promise<string[]> {
    return (await this.rows<{ owner_id: string }>(LOCK_NEXT, after, limit)).map(({ owner_id }) => owner_id);
  }

  async reconcile(ownerId: string): Promise<void> {
    await this.count(RECONCILE, ownerId);
  }
}
