/** The days that figures are about, both of them counted. */
export interface Days {
  from: string;
  to: string;
}

/** The figures of one app over what a user owns. */
export abstract class AppStats {
  /** Their shape. */
  abstract readonly shape: new () => object;
  abstract of(userId: string, days: Days): Promise<object>;
}
