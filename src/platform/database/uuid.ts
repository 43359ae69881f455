const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id of the wrong form names nothing; asked of PostgreSQL, it would be an error. */
export const isUuid = (text: string) => UUID.test(text);

/** An id as PostgreSQL writes it, so that the same one is never told from itself; anything else as it was given. */
export const canonicalId = (given: unknown): unknown =>
  typeof given === 'string' && isUuid(given) ? given.toLowerCase() : given;

/** Before all ids, and nobody's. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
