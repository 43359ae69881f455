/** Knows where nobody is to be sent. An extension of it is found by its class. */
export abstract class UnwantedHosts {
  /** Those of the hosts that are unwanted, or lie below one that is. */
  abstract among(hosts: string[]): Promise<string[]>;
}
