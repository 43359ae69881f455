import { In } from 'typeorm';
import { isUnique } from '../../../platform/database/database-error.js';
import { EntityRepository, type Values } from '../../../platform/database/entity.repository.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { TaxRate } from '../entities/client.entity.js';

export const SAME_NAME = 'A tax rate with this name exists';

@AppProvider()
export class TaxRateRepository extends EntityRepository<TaxRate> {
  protected readonly entity = TaxRate;

  /** By id; one that the owner does not have is 404. `share`: they do not change until drafts that have them are found. */
  async byIds(owner_id: string, ids: Iterable<string>, lock?: 'share'): Promise<Map<string, TaxRate>> {
    const asked = [...new Set(ids)];
    const rates = asked.length ? await this.find({ owner_id, id: In(asked) }, { order: { id: 'ASC' }, lock }) : [];
    if (rates.length < asked.length) throw notFound('Tax rate');
    return new Map(rates.map((rate) => [rate.id, rate]));
  }

  save(id: string | undefined, owner_id: string, values: Values<TaxRate>): Promise<TaxRate> {
    return this.unlessTaken(async () => {
      if (id === undefined) return this.insert({ ...values, owner_id });
      return (await this.updateOne({ id, owner_id }, values)) as TaxRate;
    });
  }

  private async unlessTaken<Row>(write: () => Promise<Row>): Promise<Row> {
    try {
      return await write();
    } catch (error) {
      if (isUnique(error, 'tax_rates_name')) throw new Refusal(409, SAME_NAME);
      throw error;
    }
  }
}
