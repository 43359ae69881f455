/** The landing page, or a path on its host. What names another host, or tries to, is ignored. */
export function landingOf(landing_url: string, to: string | null): URL {
  const landing = new URL(landing_url);
  if (!to?.startsWith('/') || to.includes('//') || to.includes('\\')) return landing;
  // URLs drop tabs and line breaks, so what is parsed decides.
  const wanted = URL.canParse(to, landing_url) ? new URL(to, landing) : landing;
  return wanted.origin === landing.origin ? wanted : landing;
}
