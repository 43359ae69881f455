/** Where its stream stands in the snapshot that the statement sees, for `X-Realtime-Position`. */
export const POST_POSITION = `'post:' || p.id || ';' || coalesce(
  (SELECT h.epoch || ';' || h.last_seq FROM realtime.heads h WHERE h.stream = 'post:' || p.id),
  realtime.epoch() || ';0')`;

/** To others a draft or a flagged post does not exist: `p` is its row, `staff` is true where the viewer is an admin. */
export const postIsVisible = (viewer: string, staff: string) =>
  `(p.status = 'published' OR p.user_id = ${viewer}::uuid OR ${staff}::boolean)`;
