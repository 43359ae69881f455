/**
 * SQL of a statement that has a row if the buyer $1 has kept the thing $2 from others for the time of three orders
 * within a day and paid none of them. An order that ran out counts its half hour; one that the buyer gave up for
 * another counts the time it was open, so that changing one's mind costs little. An order that got no page counts
 * nothing, because that is the processor's fault. `thing`: the column of the orders that names what is sold.
 */
export const unpaidHolds = (orders: string, thing: string) =>
  `SELECT FROM ${orders}
   WHERE owner_id = $1 AND ${thing} = $2 AND status = 'expired' AND checkout_url IS NOT NULL
     AND created_at > now() - interval '24 hours'
   HAVING sum(CASE WHEN updated_at >= expires_at THEN interval '30 minutes' ELSE updated_at - created_at END)
     >= interval '90 minutes'`;

export const TOO_MANY_UNPAID = 'Too many unpaid orders, try again tomorrow';
