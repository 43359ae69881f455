import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Conversion } from '../entities/conversion.entity.js';

@AppProvider()
export class ConversionRepository extends EntityRepository<Conversion> {
  protected readonly entity = Conversion;

  async change(id: string, values: Values<Conversion>): Promise<Conversion> {
    return (await this.updateOne({ id }, { ...values, updated_at: NOW })) as Conversion;
  }
}
