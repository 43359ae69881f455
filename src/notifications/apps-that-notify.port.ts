/** Says which apps people may hear of. An extension of it is found by its class. */
export abstract class AppsThatNotify {
  abstract slugs(): string[];
}
