/** Why nobody is sent to an address. */
export const DESTINATION = [
  'Invalid URL',
  'URL scheme is not allowed',
  'Destination host is not allowed',
  'Destination is on the blacklist',
  'Destination points back to a short link',
];

export const WRONG = [
  ...DESTINATION,
  'Invalid slug',
  'Slug is reserved',
  'expires_at must be after starts_at',
  'expires_at must be in the future',
];

export const CONFLICTS = ['Slug is taken', 'external_id is already used', 'Domain is not ready for short links'];
