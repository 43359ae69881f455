/** A thing of an app, as others may show it and know whose it is. */
export interface Described {
  id: string;
  owner_id: string;
  title: string;
}
