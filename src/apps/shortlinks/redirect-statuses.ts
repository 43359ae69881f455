/** The statuses that a link may redirect with. */
export const REDIRECTS = [301, 302, 307, 308] as const;
