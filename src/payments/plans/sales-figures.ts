import { Injectable } from '@nestjs/common';
import { Declared } from '../../platform/declared.js';
import { decimal } from '../../platform/money/money.js';
import { ProductShelf } from '../products.port.js';
import { PaymentRepository } from '../records/payment.repository.js';

@Injectable()
export class SalesFigures {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly declared: Declared,
  ) {}

  /** Revenue is what buyers paid, the platform's fee included, in the units of whatever currencies they paid in. */
  async of(sellerId: string) {
    const counts = this.declared.all(ProductShelf).map((shelf) => shelf.countOf(sellerId));
    const sold = await this.payments.sold(sellerId);
    const revenue = sold.map(({ currency, revenue: minor }) => decimal(BigInt(minor), currency));
    return {
      total_sales: sold.reduce((sum, { sales }) => sum + sales, 0),
      // Rounded to the finest unit that any currency has, because a sum of decimals is none in binary.
      total_revenue: Math.round(revenue.reduce((sum, part) => sum + part, 0) * 1000) / 1000,
      total_products: (await Promise.all(counts)).reduce((sum, count) => sum + count, 0),
    };
  }
}
