interface Steps<Answer> {
  /** With no transaction open, and no connection held. */
  ask: () => Promise<Answer>;
  /** In a transaction of its own; what it gives is the action's result. */
  done: (answer: Answer) => Promise<object>;
  /** In a transaction of its own: takes back what the action has set aside. The failure of `ask` is what is answered. */
  undo: () => Promise<void>;
}

/**
 * What an action returns that has to ask somebody outside, such as the processor: its own transaction is committed
 * first. What it set aside must be found and given back by a job too, because a process may die between the steps.
 */
export class Outside {
  private constructor(
    readonly ask: () => Promise<unknown>,
    readonly done: (answer: unknown) => Promise<object>,
    readonly undo: () => Promise<void>,
  ) {}

  static first<Answer>({ ask, done, undo }: Steps<Answer>): Outside {
    return new Outside(ask, (answer) => done(answer as Answer), undo);
  }
}
