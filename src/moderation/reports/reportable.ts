/** A reported thing as staff sees it, whatever its status. */
export interface Reported {
  type: string;
  id: string;
  title?: string | null;
  text?: string | null;
  author?: { id: string; username: string | null };
  status?: string;
  created_at: Date;
}

/** Extension point: a type of things that users can report. The area that owns the things provides it. */
export abstract class Reportable {
  /** The value of `reportable_type`. */
  abstract readonly type: string;

  /** The owner's id; undefined if the thing does not exist or the caller may not see it. */
  abstract ownerOf(id: string, callerId: string): Promise<string | undefined>;

  /** Null if the thing was deleted. */
  abstract shown(id: string): Promise<Reported | null>;

  /** Hides the thing from others until staff decides. Runs in the transaction of the report that reaches the limit. */
  abstract flag(id: string): Promise<void>;

  /** Shows the thing again. Runs in the transaction that dismisses the last report. */
  abstract restore(id: string): Promise<void>;
}
