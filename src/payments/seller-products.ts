import type { Slice } from '../platform/database/page.js';

export interface ShelvedProduct {
  id: string;
  title: string;
  price: number;
  status: string;
  created_at: Date;
  seller: { id: string; username: string | null };
}

/** Extension point: the products of sellers, provided by the app that stores them. */
export abstract class SellerProducts {
  /** Ordered by `(created_at, id)`, newest first. */
  abstract list(slice: Slice): Promise<ShelvedProduct[]>;

  /** Runs in the caller's transaction; false if there is no such product. */
  abstract remove(id: string): Promise<boolean>;

  abstract countOf(sellerId: string): Promise<number>;
}
