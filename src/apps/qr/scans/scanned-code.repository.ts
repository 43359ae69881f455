import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { Scan } from '../entities/scan.entity.js';
import { EventCollector } from '../../../web-events/event-collector.js';
import { keyed } from '../../../platform/database/sql.js';
import type { Visit } from '../../../web-events/visits/visit.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Code } from '../entities/code.entity.js';

export interface ScannedCode extends Pick<
  Code,
  | 'id'
  | 'owner_id'
  | 'mode'
  | 'kind'
  | 'content'
  | 'link_id'
  | 'status'
  | 'fallback_url'
  | 'is_image_public'
  | 'version'
> {
  is_expired: boolean;
  /** The image has a logo. */
  has_logo: boolean;
  /** Neither banned nor suspended. */
  owner_is_active: boolean;
}

const SCANNED = keyed(
  'qr_scanned',
  `SELECT c.id, c.owner_id, c.mode, c.kind, c.content, c.link_id, c.status, c.fallback_url, c.is_image_public,
     c.version, coalesce(c.expires_at <= now(), false) AS is_expired, c.logo_png IS NOT NULL AS has_logo,
     u.user_status = 'active' AS owner_is_active
   FROM ext_qr.codes c JOIN account.users u ON u.id = c.owner_id WHERE c.key = $1`,
  'text',
);
const RETIRED = keyed('qr_retired', 'SELECT FROM ext_qr.retired_keys WHERE key = $1', 'text');
const SCANS = new EventCollector<Scan>('qr_scan', 'ext_qr.scans', {
  code_id: 'uuid',
  os: 'text',
});

@AppProvider()
export class ScannedCodeRepository extends BaseRepository {
  find(key: string): Promise<ScannedCode | undefined> {
    return this.quick<ScannedCode>(SCANNED, key);
  }

  /** Whether there was a code once. */
  async isRetired(key: string): Promise<boolean> {
    return (await this.quick(RETIRED, key)) !== undefined;
  }

  addScan(code_id: string, { visitor_hash, country, device, os }: Visit): void {
    this.database.gather(SCANS, { code_id, visitor_hash, country, device, os });
  }
}
