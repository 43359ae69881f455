import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql, type Statement } from '../../../platform/database/sql.js';

export interface Lease {
  id: string;
  lease_token: string | null;
}

interface RunTable {
  /** Begins with the slug: it names the statements. */
  name: string;
  table: string;
  /**
   * What begins or goes on: a condition on the row `r` and an order, for each of the reasons. `$2` and so on are what the
   * repository adds to a claim.
   */
  due: { where: string; order: string }[];
  /** How long a lost worker keeps a run. */
  seconds?: number;
  /** The status of what waits for its time. */
  waiting?: string;
  /** A column that counts the claims. */
  counter?: string;
}

/** For a table with the columns status, lease_token, lease_until, wake_at and started_at. */
export function leaseStatements({ name, table, due, seconds = 60, waiting = 'waiting', counter }: RunTable) {
  const until = `lease_until = now() + interval '${seconds} seconds'`;
  const own = `id = $1 AND lease_token = $2 AND status = 'running'`;
  const released = 'lease_token = NULL, lease_until = NULL';
  const lost = { where: `r.status = 'running' AND r.lease_until < now()`, order: 'r.lease_until' };
  const counted = counter ? `, ${counter} = ${counter} + 1` : '';
  const taken = [lost, ...due].map(
    ({ where, order }) =>
      `ARRAY(SELECT r.id FROM ${table} r WHERE ${where} ORDER BY ${order} LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  );
  return {
    // One claim at a time, so that conditions on other runs hold.
    turn: sql(`${name}_turn`, `SELECT pg_advisory_xact_lock(hashtext('${name}'))`),
    claim: sql(
      `${name}_claim`,
      `UPDATE ${table} SET status = 'running', lease_token = gen_random_uuid(), ${until},
         wake_at = NULL, started_at = coalesce(started_at, now())${counted}
       WHERE id = ANY ((${taken.join(' || ')})[1:$1]) RETURNING *`,
    ),
    renew: sql(`${name}_renew`, `UPDATE ${table} SET ${until} WHERE ${own}`),
    wait: sql(`${name}_wait`, `UPDATE ${table} SET status = '${waiting}', ${released}, wake_at = $3 WHERE ${own}`),
  };
}

/** Runs that outlive their worker: a row is leased for a while, and every move compares the token of the lease. */
export abstract class LeasedRuns<Run extends Lease> extends EntityRepository<Run> {
  protected abstract readonly leases: Record<'turn' | 'claim' | 'renew' | 'wait', Statement>;

  /** Takes what is due, and what a lost worker has left. */
  claim(most: number, ...more: unknown[]): Promise<Run[]> {
    return this.database.transaction(async () => {
      await this.rows(this.leases.turn);
      return this.converted(this.leases.claim, most, ...more);
    });
  }

  /** False, like the moves that follow: the run belongs to another worker by now, or it is over. */
  async renew({ id, lease_token }: Lease): Promise<boolean> {
    return (await this.database.transaction(() => this.count(this.leases.renew, id, lease_token))) > 0;
  }

  async wait({ id, lease_token }: Lease, until: Date): Promise<boolean> {
    return (await this.count(this.leases.wait, id, lease_token, until)) > 0;
  }
}
