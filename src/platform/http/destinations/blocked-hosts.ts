/** Extension point: knows hosts that links must not lead to. */
export abstract class BlockedHosts {
  /** Returns those of the hosts that are blocked or lie below a blocked host. */
  abstract among(hosts: string[]): Promise<string[]>;
}
