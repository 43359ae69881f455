/** Extension point: what has to end between two users when one of them blocks the other, in the same transaction. */
export abstract class BlockHook {
  abstract afterBlock(blockerId: string, blockedId: string): Promise<void>;
}
