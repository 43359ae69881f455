import { AppProvider } from '../kernel/app-provider.js';
import { SumPartsRepository } from '../kernel/stats/sum-parts.repository.js';

@AppProvider()
export class TimeSumRepository extends SumPartsRepository {
  protected readonly parts = {
    name: 'timetracking_sums',
    table: 'ext_timetracking.time_sums',
    owner: 'owner_id',
    key: ['of_id', 'day', 'currency', 'billable', 'billed'],
    sums: ['seconds', 'amount_minor'],
  };
}
