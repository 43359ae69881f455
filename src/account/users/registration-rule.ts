/** What is known of a user who signs up, signs in or chooses a username. */
export interface Newcomer {
  email?: string;
  ip?: string;
  username?: string;
}

/** Decides whether an address, a network or a username is refused. Without providers everybody may register. */
export abstract class RegistrationRule {
  abstract refuses(newcomer: Newcomer): Promise<boolean>;
}
