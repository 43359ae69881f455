/** Who asks, as a request tells. It lives in memory alone: none of it is ever written, logged or answered. */
export interface Visitor {
  address: string;
  userAgent: string;
  headers: Record<string, string | string[] | undefined>;
  /** The request came through a proxy of ours: what that says of him in headers is believed. */
  viaOurProxy: boolean;
}

/** What may be kept of a visit: who it was can be told from it for a day, and by whoever has that day's salt. */
export interface Visit {
  /** The same all day long for one visitor of one thing, and for nothing else. */
  visitor_hash: Buffer;
  /** He is served like everybody, and not recorded. */
  is_bot: boolean;
  /** `desktop`, `mobile`, `tablet`, or what else there is. */
  device: string | null;
  /** `ios`, `android`, `windows`, `macos`, `linux`, or another family. */
  os: string | null;
  /** The family's name as people write it: `Chrome`, `Safari`. */
  browser: string | null;
  /** Two capital letters. */
  country: string | null;
  referrer_host: string | null;
  /** What he likes best to read: `de`. */
  language: string | null;
}

export interface Visited {
  /** The id of the thing: whoever visits two things is two visitors. */
  scope: string;
  /** HEAD is never a visit. */
  method?: string;
  /** `2030-01-31`, where the thing has days of its own; else UTC's. */
  day?: string;
  /** Where he came from, where the header does not say it. */
  referrer?: string;
  /** Coming from there is coming from nowhere. */
  ownHosts?: string[];
}

/** A header's text; of several, the first. */
export const headerOf = ({ headers }: Visitor, name: string): string | undefined => [headers[name]].flat()[0];
