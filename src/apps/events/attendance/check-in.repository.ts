import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { CheckIn } from './check-in.entity.js';

@AppProvider()
export class CheckInRepository extends EntityRepository<CheckIn> {
  protected readonly entity = CheckIn;
}
