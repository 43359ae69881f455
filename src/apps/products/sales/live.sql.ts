/** An order by which its buyer has what he bought. */
export const isLive = (o: string) => `${o}.status IN ('paid', 'shipped') AND ${o}.revoked_at IS NULL`;

/** One that does not end with a subscription. */
export const isForGood = (o: string) => `${isLive(o)} AND ${o}.source <> 'subscription'`;
