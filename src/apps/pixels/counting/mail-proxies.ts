/**
 * What the image proxies of Gmail, Yahoo Mail, Outlook and other large mail services call themselves. Apple Mail says
 * `Mozilla/5.0` and nothing more.
 */
const PROXY = /GoogleImageProxy|OutlookImageProxy|\b\w*Mail(?:\.ru)?[ _-]?(?:Image)?[ _-]?Proxy\b|^Mozilla\/5\.0$/i;
const LONGEST = 512;

/** The picture was fetched for a mailbox. Mail programs that fetch in advance and do not say so look like readers. */
export const isMailProxy = (userAgent: string) => PROXY.test(userAgent.slice(0, LONGEST));
