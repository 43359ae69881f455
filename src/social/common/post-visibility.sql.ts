/**
 * SQL condition on the row `p` of social.posts: only the author and staff see drafts and flagged posts. `staff` is true
 * when the viewer is an admin.
 */
export const postIsVisible = (viewer: string, staff: string) =>
  `(p.status = 'published' OR p.user_id = ${viewer}::uuid OR ${staff}::boolean)`;
