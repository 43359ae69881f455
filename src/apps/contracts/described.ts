/** A thing of an app, as others may show it and know whose it is. */
export interface Described {
  id: string;
  /** Null: the account is deleted, and those who have it keep it. */
  owner_id: string | null;
  title: string;
}
