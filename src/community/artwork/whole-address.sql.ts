/** Artwork of ours is kept as a path: it is below whatever address the service has today. `base` is PUBLIC_URL. */
export const wholeAddress = (address: string, base: string) =>
  `CASE WHEN ${address} LIKE '/%' THEN ${base}::text || ${address} ELSE ${address} END`;

/** The way back, for who sends again what he was shown. */
export const keptAddress = <Address extends string | undefined>(address: Address, base: string) =>
  address?.startsWith(`${base}/v1/community/artwork/`) ? address.slice(base.length) : address;
