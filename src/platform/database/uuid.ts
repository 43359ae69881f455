const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id of the wrong form belongs to nothing. PostgreSQL would answer it with an error. */
export const isUuid = (text: string) => UUID.test(text);

/**
 * Returns an id in the spelling of PostgreSQL, so that equal ids compare equal. Other values are returned unchanged.
 */
export const canonicalId = (given: unknown): unknown =>
  typeof given === 'string' && isUuid(given) ? given.toLowerCase() : given;

/** Sorts before all ids and belongs to no row. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
