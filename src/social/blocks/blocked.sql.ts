/** SQL condition: one of the two has blocked the other. Both arguments are SQL expressions of type uuid. */
export const blocked = (one: string, other: string) => `EXISTS (
  SELECT FROM social.blocks b WHERE (b.blocker_id, b.blocked_id) IN ((${one}, ${other}), (${other}, ${one})))`;
