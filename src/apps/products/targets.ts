import { ProductOrder } from './entities/product-order.entity.js';
import { Product } from './entities/product.entity.js';

export const PRODUCT = { entity: Product, by: 'product_id' };

/** The buyer's. */
export const ORDER = { entity: ProductOrder, by: 'order_id', thing: 'Order' };

/** The seller's. */
export const ORDER_OF_SHOP = { ...ORDER, via: { entity: Product, by: 'product_id' } };
