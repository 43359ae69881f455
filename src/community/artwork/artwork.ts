/**
 * SQL expression. Artwork of the service is stored as a path, because PUBLIC_URL can change; `base` is the parameter
 * that holds it.
 */
export const absoluteAddress = (address: string, base: string) =>
  `CASE WHEN ${address} LIKE '/%' THEN ${base}::text || ${address} ELSE ${address} END`;

export const absoluteUrl = (address: string, base: string) => (address.startsWith('/') ? base + address : address);

/** The address to store: clients send back the absolute address that they were shown. */
export const storedAddress = <Address extends string | undefined>(address: Address, base: string) =>
  address?.startsWith(`${base}/v1/community/artwork/`) ? address.slice(base.length) : address;
