import { AppProvider } from '../../kernel/app-provider.js';
import { Reportable, type Reported } from '../../../moderation/reports/reportable.js';
import { isOnSale } from '../entities/product.entity.js';
import { BuyerRepository } from '../sales/buyer.repository.js';
import { ProductRepository } from './product.repository.js';

@AppProvider()
export class ReportableProduct extends Reportable {
  readonly type = 'product';

  constructor(
    private readonly products: ProductRepository,
    private readonly buyers: BuyerRepository,
  ) {
    super();
  }

  async ownerOf(id: string, callerId: string): Promise<string | undefined> {
    const product = await this.products.findOne({ id });
    if (!product) return undefined;
    const { owner_id } = product;
    if (owner_id === null) return undefined;
    const isSeen = isOnSale(product) || owner_id === callerId || (await this.buyers.latest(callerId, id));
    return isSeen ? owner_id : undefined;
  }

  async shown(id: string): Promise<Reported | null> {
    return (await this.products.reported(id)) ?? null;
  }

  async flag(id: string): Promise<void> {
    await this.products.update({ id }, { flagged: true });
  }

  async restore(id: string): Promise<void> {
    await this.products.update({ id }, { flagged: false });
  }
}
