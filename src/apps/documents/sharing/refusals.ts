export const EXPIRY_IN_PAST = 'expires_at must be in the future';
export const LINK_IS_REVOKED = 'Link is revoked';

/** Of who comes by a link. */
export const DOOR_REFUSALS = {
  400: ['Password required', 'Wrong password'],
  404: ['Link not found'],
  409: ['Link has expired'],
  429: ['Too many attempts'],
};
