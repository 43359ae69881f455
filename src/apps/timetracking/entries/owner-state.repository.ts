import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { OwnerState } from '../entities/project.entity.js';

const MAKE = sql(
  'timetracking_state_make',
  'INSERT INTO ext_timetracking.owner_state (owner_id) VALUES ($1) ON CONFLICT DO NOTHING',
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
}
