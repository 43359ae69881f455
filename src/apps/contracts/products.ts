/** What the app `products` is asked by others. */
export interface ProductsService {
  /** Those that there are, in any order, by one query. */
  describe(ids: string[]): Promise<DescribedProduct[]>;
  /** Which of the products the user has for good, and not by a subscription: their ids. */
  owns(userId: string, items: OwnedProduct[]): Promise<Set<string>>;
  /** The same the other way round: which of the users have the product. */
  owners(item: OwnedProduct, userIds: string[]): Promise<Set<string>>;
  /** In the caller's transaction. The same again does nothing; after a `revoke` it counts anew. False: no such product. */
  grant(grant: ProductGrant): Promise<boolean>;
  /** Any number of them, by the same statements. How many there are products for. */
  grantMany(grants: ProductGrant[]): Promise<number>;
  /** In the caller's transaction. What the user has from elsewhere stays. False: there was nothing to take. */
  revoke(grant: ProductGrant): Promise<boolean>;
  /** Any number of them, by the same statements. How many there were. */
  revokeMany(grants: ProductGrant[]): Promise<number>;
}

export interface DescribedProduct {
  id: string;
  /** Null: the account is deleted, and those who have it keep it. */
  owner_id: string | null;
  title: string;
  kind: 'digital' | 'physical';
  status: 'draft' | 'published' | 'archived' | 'removed';
  /** It is published, and not kept from buyers because of reports. */
  is_on_sale: boolean;
  cover_file_id: string | null;
  price_minor: number;
  currency: string;
  /** Of the product itself, where it has no variants. */
  is_counted: boolean;
  variants: DescribedVariant[];
}

export interface DescribedVariant {
  id: string;
  sku: string;
  name: string;
  /** Its own, or the product's. */
  price_minor: number;
  active: boolean;
  is_counted: boolean;
}

export interface OwnedProduct {
  product_id: string;
  /** Null: any variant, or none. */
  variant_id: string | null;
}

export interface ProductGrant extends OwnedProduct {
  user_id: string;
  source: 'bundle' | 'subscription';
  /** The purchase or the subscription. Who grants several products one by one does so in the order of their ids. */
  source_id: string;
}
