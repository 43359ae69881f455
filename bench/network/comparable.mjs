const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z/g;
const HOST = /http:\/\/(localhost|127\.0\.0\.1):\d+/g;

/** An answer without ids and moments, which differ for what two requests have made, and without the address of the side. */
export const withoutIds = (answer) =>
  answer.replace(UUID, '<id>').replace(MOMENT, '<moment>').replace(HOST, '<address>');
