const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id of the wrong form names nothing; asked of PostgreSQL, it would be an error. */
export const isUuid = (text: string) => UUID.test(text);
