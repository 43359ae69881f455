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

/** Replaces filtered words in texts and names. Without providers texts stay as they are. */
export abstract class WordFilter {
  abstract clean(text: string, longest: number): Promise<string>;
}
