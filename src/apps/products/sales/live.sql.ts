/** An order by which the buyer has the product. */
export const isLive = (o: string) => `${o}.status IN ('paid', 'shipped') AND ${o}.revoked_at IS NULL`;

/** One that does not end with a subscription. */
export const isForGood = (o: string) => `${isLive(o)} AND ${o}.source <> 'subscription'`;
