/**
 * Who waits for a user to have money in his wallet declares this among his providers. It is called inside the
 * transaction that credited the wallet and holds its lock: money that is spent here was never there for anything else.
 */
export abstract class Credited {
  abstract credited(userId: string): Promise<void>;
}
