import { urlOf } from '../../../platform/urls.js';

/** The host of the page that shows a picture, with its `www.`. A mail has none. */
function pageHost(referrer: string | undefined): string | undefined {
  const url = referrer === undefined ? undefined : urlOf(referrer);
  return url?.hostname.replace(/\.$/, '');
}

/** Whether the page is on one of these hosts or below one. If there are no hosts, every page is, and every mail. */
export function isOnOneOf(hosts: string[], referrer: string | undefined): boolean {
  if (!hosts.length) return true;
  const host = pageHost(referrer);
  return Boolean(host) && hosts.some((allowed) => host === allowed || host?.endsWith(`.${allowed}`));
}
