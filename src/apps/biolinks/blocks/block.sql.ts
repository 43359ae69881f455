/** Whether visitors see the block `b` at this moment, if they see its page. */
export const LIVE = `(b.is_visible AND b.removed_at IS NULL AND (b.starts_at IS NULL OR b.starts_at <= now())
  AND (b.ends_at IS NULL OR b.ends_at > now()))`;
