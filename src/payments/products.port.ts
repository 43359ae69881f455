import type { Slice } from '../platform/database/page.js';

export interface ShelvedProduct {
  id: string;
  title: string;
  price: number;
  status: string;
  created_at: Date;
  seller: { id: string; username: string | null };
}

/** The products that are offered: declared by the app that keeps them. Where none does, there are none. */
export abstract class ProductShelf {
  /** By `(created_at, id)`, newest first. */
  abstract list(slice: Slice): Promise<ShelvedProduct[]>;

  /** Inside the caller's transaction; tells whether there was one. */
  abstract remove(id: string): Promise<boolean>;

  abstract countOf(sellerId: string): Promise<number>;
}
