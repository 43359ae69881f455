/** A reported thing as staff sees it, whatever its state. */
export interface Reported {
  type: string;
  id: string;
  title?: string | null;
  text?: string | null;
  author?: { id: string; username: string | null };
  status?: string;
  created_at: Date;
}

/** A kind of thing that people report: its area declares it among its providers, and moderation never sees the area. */
export abstract class Reportable {
  /** As `reportable_type` names it. */
  abstract readonly type: string;

  /** Whose it is; undefined where it does not exist or the caller may not see it. */
  abstract ownerOf(id: string, callerId: string): Promise<string | undefined>;

  /** Null where it is gone. */
  abstract shown(id: string): Promise<Reported | null>;

  /** It was reported so often that it is kept from others until staff has looked; inside the caller's transaction. */
  abstract flag(id: string): Promise<void>;

  /** Every report of it was dismissed; inside the caller's transaction. */
  abstract restore(id: string): Promise<void>;
}
