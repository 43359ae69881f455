/** How many products a seller offers: told by the app that keeps them. */
export abstract class ProductCount {
  abstract of(sellerId: string): Promise<number>;
}
