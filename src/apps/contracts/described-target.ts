/** A page, a blog or a link that a domain or a pixel points to, as other apps may show it. */
export interface DescribedTarget {
  owner_id: string;
  /** Its title, or its public name where it has none. */
  label: string;
  /** The public address; null while it has none. */
  url: string | null;
}
