import { IsString } from 'class-validator';
import { Nested, Nullable } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { type PostalAddress, ProductOrder } from '../entities/product-order.entity.js';

class AddressView {
  @IsString() name!: string;
  @IsString() line1!: string;
  @Nullable() @IsString() line2!: string | null;
  @IsString() city!: string;
  @Nullable() @IsString() region!: string | null;
  @IsString() postal_code!: string;
  @IsString() country!: string;
}

export class OrderView extends viewOf(ProductOrder, { without: ['checkout_url', 'stock_taken'] }) {
  @Nullable() @Nested(() => AddressView) declare ship_to: PostalAddress | null;
}

export const presentOrder = (order: ProductOrder) => present(OrderView, order);
