/** What the app `analytics` is asked by the apps whose pages embed its script. */
export interface AnalyticsService {
  /** The user who owns the site; null where there is no such site. */
  ownerOf(siteId: string): Promise<string | null>;
  /** The script tag for a page; null for an unknown or paused site. */
  snippetFor(siteId: string): Promise<string | null>;
}
