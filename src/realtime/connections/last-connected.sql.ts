/**
 * SQL expression for when a user last had a connection: now if one is open, null if there was none for more
 * than a day. `realtime.up_since()` tells since when the service accepts connections.
 */
export const lastConnected = (user: string) =>
  `CASE WHEN EXISTS (SELECT FROM realtime.connections rc WHERE rc.user_id = ${user}) THEN now()
     ELSE (SELECT rd.left_at FROM realtime.departures rd WHERE rd.user_id = ${user}) END`;
