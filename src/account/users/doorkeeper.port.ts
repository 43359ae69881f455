/** What is known of somebody who wants to come in. */
export interface Newcomer {
  email?: string;
  ip?: string;
  username?: string;
}

/** Whom another area keeps out. Where none declares it, everybody may come. */
export abstract class Doorkeeper {
  abstract refuses(newcomer: Newcomer): Promise<boolean>;
}
