import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { OwnerState } from '../entities/project.entity.js';

const MAKE = sql(
  'timetracking_state_make',
  'INSERT INTO ext_timetracking.owner_state (owner_id) VALUES ($1) ON CONFLICT DO NOTHING',
);

const LOCK_FREE = sql(
  'timetracking_states_lock_free',
  `SELECT owner_id FROM ext_timetracking.owner_state WHERE owner_id = ANY ($1::uuid[])
   ORDER BY owner_id FOR SHARE SKIP LOCKED`,
);

@AppProvider()
export class OwnerStateRepository extends EntityRepository<OwnerState> {
  protected readonly entity = OwnerState;

  /** Before any other lock. `share`: beside other writes of entries; `update`: alone. Returns the lock date. */
  async lock(ownerId: string, lock: 'share' | 'update'): Promise<string | null> {
    const known = await this.findOne({ owner_id: ownerId }, { lock });
    if (known) return known.locked_until;
    await this.count(MAKE, ownerId);
    return (await this.the({ owner_id: ownerId }, 'State', { lock })).locked_until;
  }

  /** For a job: those of the owners whom nobody keeps waiting, locked as for a write of an entry. */
  async lockFree(ownerIds: string[]): Promise<string[]> {
    return (await this.rows<{ owner_id: string }>(LOCK_FREE, ownerIds)).map(({ owner_id }) => owner_id);
  }

  async lockedUntil(ownerId: string): Promise<string | null> {
    return (await this.findOne({ owner_id: ownerId }))?.locked_until ?? null;
  }
}
