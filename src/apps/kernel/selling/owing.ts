interface Owing {
  total_minor: number;
  /** Given back so far. */
  refunded_minor: number;
  /** What the seller has still to give back to the buyer. */
  refund_due_minor: number;
}

/** What is owed when so much more has to be given back, such as the price of a cancelled seat: at most what is left. */
export const dueWith = ({ total_minor, refunded_minor, refund_due_minor }: Owing, minor: number) =>
  Math.min(refund_due_minor + minor, total_minor - refunded_minor);

/** What is still owed when so much has been given back all in all: a refund pays what is owed first. */
export const dueAfterRefund = ({ refunded_minor, refund_due_minor }: Omit<Owing, 'total_minor'>, refunded: number) =>
  Math.max(0, refund_due_minor - (refunded - refunded_minor));
