/**
 * When a user last had a connection: now, as long as he has one. Null where he never had, or not for more than a day.
 * How long the service itself has been there for him, `realtime.up_since()` says.
 */
export const lastConnected = (user: string) =>
  `CASE WHEN EXISTS (SELECT FROM realtime.connections rc WHERE rc.user_id = ${user}) THEN now()
     ELSE (SELECT rd.left_at FROM realtime.departures rd WHERE rd.user_id = ${user}) END`;
