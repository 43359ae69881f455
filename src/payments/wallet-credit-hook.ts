/**
 * Extension point: runs in the transaction that increased a wallet's spendable balance and holds the wallet's lock.
 * Money that a hook spends is therefore never visible to anything else.
 */
export abstract class WalletCreditHook {
  abstract credited(userId: string): Promise<void>;
}
