import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { keyed, sql } from '../../../platform/database/sql.js';
import type { AttachedPixel, PixelTarget } from '../../contracts/pixels.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Attachment } from '../entities/attachment.entity.js';

/** The targets of a statement: their apps, and their ids. */
const TARGETS = (apps: string, ids: string) => `unnest(${apps}::text[], ${ids}::uuid[]) t (target_app, target_id)`;
const IS_TARGET = 'a.target_app = t.target_app AND a.target_id = t.target_id';

// In the order of the locks, so that two calls with the same targets do not wait for each other.
const LOCK = sql(
  'pixels_lock_targets',
  `SELECT pg_advisory_xact_lock(key) FROM (
     SELECT DISTINCT hashtextextended('pixels ' || target_app || ' ' || target_id, 0) AS key
     FROM ${TARGETS('$1', '$2')} ORDER BY key
   ) ordered`,
);
// A row that was inserted has no xmax.
const ATTACH = sql(
  'pixels_attach',
  `INSERT INTO ext_pixels.attachments AS a (pixel_id, owner_id, target_app, target_id, event)
   SELECT $1, $2, t.target_app, t.target_id, $5 FROM ${TARGETS('$3', '$4')}
   ON CONFLICT (pixel_id, target_app, target_id) DO UPDATE SET event = excluded.event,
     updated_at = CASE a.event WHEN excluded.event THEN a.updated_at ELSE now() END
   RETURNING a.*, a.xmax = 0 AS is_new`,
);
const FULLEST = sql(
  'pixels_fullest_target',
  `SELECT t.target_id FROM ${TARGETS('$1', '$2')}
   JOIN ext_pixels.attachments a ON ${IS_TARGET}
   GROUP BY t.target_app, t.target_id HAVING count(*) > $3 LIMIT 1`,
);
const DETACH = sql(
  'pixels_detach',
  `DELETE FROM ext_pixels.attachments a USING ${TARGETS('$2', '$3')} WHERE a.pixel_id = $1 AND ${IS_TARGET}`,
);
const ATTACHED = keyed(
  'pixels_attached',
  `SELECT a.id AS attachment_id, a.pixel_id, p.provider, p.external_id, a.event, p.consent,
     s.values->>'consent_text' AS consent_text, s.values->>'privacy_url' AS privacy_url
   FROM ext_pixels.attachments a
   JOIN ext_pixels.pixels p ON p.id = a.pixel_id AND p.status = 'active'
   JOIN account.users u ON u.id = p.owner_id AND u.user_status = 'active'
   LEFT JOIN apps.settings s ON s.user_id = p.owner_id AND s.app = 'pixels'
   WHERE a.target_app = $1 AND a.target_id = $2 ORDER BY a.id`,
  'text',
  'uuid',
);
const AFTER = sql(
  'pixels_attachments_after',
  'SELECT * FROM ext_pixels.attachments WHERE id > $1 ORDER BY id LIMIT $2',
);

export interface Target {
  target_app: PixelTarget;
  target_id: string;
}

type AttachedRow = Omit<AttachedPixel, 'bar'> & { consent_text: string | null; privacy_url: string | null };

@AppProvider()
export class AttachmentRepository extends EntityRepository<Attachment> {
  protected readonly entity = Attachment;

  /** Until the transaction ends, no other call attaches anything to these targets. */
  async lockTargets(targets: Target[]): Promise<void> {
    await this.rows(LOCK, ...arrays(targets));
  }

  /** Those that are there already get the event. */
  attach(
    { id, owner_id }: { id: string; owner_id: string },
    targets: Target[],
    event: string,
  ): Promise<(Attachment & { is_new: boolean })[]> {
    return this.rows(ATTACH, id, owner_id, ...arrays(targets), event);
  }

  /** One of the targets that has more pixels than `most`. */
  async fullest(targets: Target[], most: number): Promise<string | undefined> {
    return (await this.one<{ target_id: string }>(FULLEST, ...arrays(targets), most))?.target_id;
  }

  async remove(ids: string[]): Promise<void> {
    await this.delete({ id: In(ids) });
  }

  /** How many there were. Without targets: all of them. */
  detach(pixelId: string, targets?: Target[]): Promise<number> {
    return targets ? this.count(DETACH, pixelId, ...arrays(targets)) : this.delete({ pixel_id: pixelId });
  }

  /** For a page that is shown: by one statement. */
  attachedTo(targetApp: PixelTarget, targetId: string): Promise<AttachedRow[]> {
    return this.database.quickRows<AttachedRow>(ATTACHED, [targetApp, targetId]);
  }

  /** Of those of the attachments that are still there. */
  targetsOf(ids: string[]): Promise<(Target & { id: string })[]> {
    return this.find({ id: In(ids) }, { select: ['id', 'target_app', 'target_id'] });
  }

  /** So many of all attachments, in the order of their ids. */
  after(id: string, limit: number): Promise<Attachment[]> {
    return this.rows<Attachment>(AFTER, id, limit);
  }
}

const arrays = (targets: Target[]) => [
  targets.map(({ target_app }) => target_app),
  targets.map(({ target_id }) => target_id),
];
