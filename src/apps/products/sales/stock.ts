import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { ProductOrder } from '../entities/product-order.entity.js';
import { ProductsSettings } from '../products.settings.js';
import { type Place, StockRepository } from './stock.repository.js';

type Sold = Place & Pick<ProductOrder, 'seller_id'>;

/** What is free to sell, and when its seller has to know that it is little. */
@AppProvider()
export class Stock {
  constructor(
    private readonly counted: StockRepository,
    private readonly settings: AppSettings,
  ) {}

  /** How many were taken, which is none where nothing is counted; undefined: there are not so many. */
  async take(of: Sold, quantity: number): Promise<number | undefined> {
    return this.counted.take(of, quantity, await this.lowAt(of));
  }

  left(of: Place): Promise<number> {
    return this.counted.left(of);
  }

  giveBack(of: Place, quantity: number): Promise<void> {
    return this.counted.giveBack(of, quantity);
  }

  /** How many are left, the first time that it is little. */
  async runsLow(of: Sold): Promise<number | undefined> {
    return this.counted.runsLow(of, await this.lowAt(of));
  }

  private async lowAt({ seller_id }: Sold): Promise<number> {
    return seller_id === null ? 0 : (await this.settings.of(ProductsSettings, seller_id)).low_stock_at;
  }
}
