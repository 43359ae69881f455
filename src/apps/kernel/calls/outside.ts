/** Loads and locks the action's target and its parent once more, with the same checks as before: missing is 404. */
export type Lock = <Row, Parent = undefined>() => Promise<{ target: Row; parent: Parent }>;

interface Steps<Answer> {
  /** With no transaction open, and no connection held. */
  ask: () => Promise<Answer>;
  /** In a transaction of its own; what it returns is the action's result. */
  done: (answer: Answer, lock: Lock) => Promise<object>;
  /** In a transaction of its own: takes back what the action has set aside. The caller is answered the failure of `ask`. */
  undo: () => Promise<void>;
}

/**
 * What an action returns that has to ask somebody outside, such as the processor: its own transaction is committed
 * first. A job must find and give back what it set aside, because a process may die between the steps.
 */
export class Outside {
  private constructor(
    readonly ask: () => Promise<unknown>,
    readonly done: (answer: unknown, lock: Lock) => Promise<object>,
    readonly undo: () => Promise<void>,
  ) {}

  static first<Answer>({ ask, done, undo }: Steps<Answer>): Outside {
    return new Outside(ask, (answer, lock) => done(answer as Answer, lock), undo);
  }
}

/** Rows that an action may read until its transaction is over: afterwards somebody else may have changed them. */
export class Lease {
  private isOver = false;

  of<Row extends object>(row: Row | undefined): Row | undefined {
    const get = (from: Row, column: string | symbol): unknown => {
      if (this.isOver)
        throw new Error(`${String(column)} of a row that is not locked any more: \`done\` gets \`lock\``);
      return Reflect.get(from, column);
    };
    return row && new Proxy(row, { get });
  }

  end(): void {
    this.isOver = true;
  }
}
