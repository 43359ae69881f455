import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { GrantSource } from '../entities/enrollment-grant.entity.js';

const LIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

// One that still runs is made longer where that is asked for; one that was taken begins anew.
const GIVE = sql(
  'courses_grants_give',
  `INSERT INTO ext_courses.grants AS g (enrollment_id, source, source_id, expires_at)
   SELECT id, $2, $3::uuid, now() + make_interval(days => $4::int) FROM unnest($1::uuid[]) given (id) ORDER BY id
   ON CONFLICT (enrollment_id, source, source_id) DO UPDATE SET revoked_at = NULL, reason = NULL, updated_at = now(),
     expires_at = CASE WHEN $5::boolean AND g.revoked_at IS NULL AND g.expires_at > now()
       THEN g.expires_at + make_interval(days => $4::int) ELSE excluded.expires_at END`,
);
const REVOKE = sql(
  'courses_grants_revoke',
  `UPDATE ext_courses.grants SET revoked_at = now(), reason = $4, updated_at = now()
   WHERE enrollment_id = $1 AND source = $2 AND source_id = $3 AND revoked_at IS NULL`,
);
const REVOKE_ALL = sql(
  'courses_grants_revoke_all',
  `UPDATE ext_courses.grants SET revoked_at = now(), reason = $2, updated_at = now()
   WHERE enrollment_id = $1 AND revoked_at IS NULL`,
);
const IS_LIVE = sql(
  'courses_grants_is_live',
  `SELECT FROM ext_courses.grants WHERE enrollment_id = $1 AND source = ANY ($2::text[]) AND ${LIVE} LIMIT 1`,
);
const FOR_GOOD = sql(
  'courses_grants_for_good',
  `SELECT e.owner_id AS id FROM ext_courses.enrollments e WHERE e.course_id = $1 AND e.owner_id = ANY ($2::uuid[])
     AND EXISTS (SELECT FROM ext_courses.grants WHERE enrollment_id = e.id AND source <> 'subscription'
       AND revoked_at IS NULL AND expires_at IS NULL)`,
);
const USERS = sql('courses_known_users', 'SELECT id FROM account.users WHERE id = ANY ($1::uuid[])');

export interface Grant {
  source: GrantSource;
  source_id: string | null;
  /** From now on; null: for good. */
  days: number | null;
  /** Added to what one of the same source has left. */
  extends?: boolean;
}

@AppProvider()
export class GrantRepository extends BaseRepository {
  async give(enrollmentIds: string[], { source, source_id, days, extends: longer = false }: Grant) {
    await this.count(GIVE, enrollmentIds, source, source_id, days, longer);
  }

  /** Tells whether there was one. */
  async revoke(enrollmentId: string, source: GrantSource, sourceId: string, reason: string | null) {
    return (await this.count(REVOKE, enrollmentId, source, sourceId, reason)) > 0;
  }

  async revokeAll(enrollmentId: string, reason: string | null): Promise<void> {
    await this.count(REVOKE_ALL, enrollmentId, reason);
  }

  /** Whether one of these still runs. */
  async hasLive(enrollmentId: string, sources: GrantSource[]): Promise<boolean> {
    return (await this.rows(IS_LIVE, enrollmentId, sources)).length > 0;
  }

  /** Which of them have the course for good, and not by a subscription. */
  async forGood(courseId: string, userIds: string[]): Promise<Set<string>> {
    const rows = await this.rows<{ id: string }>(FOR_GOOD, courseId, userIds);
    return new Set(rows.map(({ id }) => id));
  }

  async users(ids: string[]): Promise<Set<string>> {
    return new Set((await this.rows<{ id: string }>(USERS, ids)).map(({ id }) => id));
  }
}
