import { globals, keeping, load, type Queue, queueAs } from './network-scripts.js';

/** What a network calls the events of a pixel. An event that it does not have is its visit of a page. */
type Words = Partial<Record<string, string>>;
type Template = (id: string, event: string) => void;

const META = 'https://connect.facebook.net/en_US/fbevents.js';
const GOOGLE = 'https://www.googletagmanager.com/gtag/js?id=';
const TIKTOK = 'https://analytics.tiktok.com/i18n/pixel/events.js';
const LINKEDIN = 'https://snap.licdn.com/li.lms-analytics/insight.min.js';
const PINTEREST = 'https://s.pinimg.com/ct/core.js';
const SNAPCHAT = 'https://sc-static.net/scevent.min.js';
const X = 'https://static.ads-twitter.com/uwt.js';
const REDDIT = 'https://www.redditstatic.com/ads/pixel.js';

const GOOGLE_EVENTS: Words = { ViewContent: 'view_item', Lead: 'generate_lead', Contact: 'contact' };
const TIKTOK_EVENTS: Words = { ViewContent: 'ViewContent', Lead: 'SubmitForm', Contact: 'Contact' };
const PINTEREST_EVENTS: Words = { Lead: 'lead', Contact: 'contact' };
const SNAPCHAT_EVENTS: Words = { ViewContent: 'VIEW_CONTENT', Lead: 'SIGN_UP', Contact: 'CUSTOM_EVENT_1' };
const REDDIT_EVENTS: Words = { ViewContent: 'ViewContent', Lead: 'Lead' };

function meta(id: string, event: string): void {
  const fbq = queueAs('fbq', () => keeping('queue', 'callMethod', { loaded: true, version: '2.0' }));
  fbq.push = fbq;
  globals._fbq ??= fbq;
  load(META);
  // Without it the script reads the buttons and forms of the page by itself.
  fbq('set', 'autoConfig', false, id);
  fbq('init', id);
  fbq('trackSingle', id, event);
}

/** The first id names the script, which serves all of them. */
function google(id: string, event: string): void {
  const layer = (globals.dataLayer ??= []) as unknown[];
  const isFirst = globals.gtag === undefined;
  const gtag = queueAs('gtag', () => {
    // The script takes the object `arguments` for a command, and an array for data.
    return function () {
      layer.push(arguments);
    } as unknown as Queue;
  });
  if (isFirst) {
    load(GOOGLE + encodeURIComponent(id));
    gtag('js', new Date());
  }
  gtag('config', id);
  const word = GOOGLE_EVENTS[event];
  if (word) gtag('event', word, { send_to: id });
}

interface TiktokQueue extends Array<unknown> {
  _i?: Record<string, unknown[] & { _u?: string }>;
  _t?: Record<string, number>;
  _o?: Record<string, object>;
  methods?: string[];
  instance?: unknown;
}

/** Calls are entries of a list here, one list for each id. */
function tiktok(id: string, event: string): void {
  globals.TiktokAnalyticsObject = 'ttq';
  const ttq = (globals.ttq ??= []) as TiktokQueue;
  ttq.methods ??= ['page', 'track'];
  const calls: unknown[] & { _u?: string } = [];
  calls._u = TIKTOK;
  (ttq._i ??= {})[id] = calls;
  (ttq._t ??= {})[id] = Date.now();
  (ttq._o ??= {})[id] = {};
  load(`${TIKTOK}?sdkid=${encodeURIComponent(id)}&lib=ttq`);
  calls.push(['page']);
  const word = TIKTOK_EVENTS[event];
  if (word) calls.push(['track', word]);
}

/** Reports the visit of a page by itself; other events need the id of a conversion. */
function linkedin(id: string): void {
  globals._linkedin_partner_id ??= id;
  ((globals._linkedin_data_partner_ids ??= []) as string[]).push(id);
  queueAs('lintrk', () => keeping('q', 'handler'));
  load(LINKEDIN);
}

function pinterest(id: string, event: string): void {
  const pintrk = queueAs('pintrk', () => keeping('queue', 'handler', { version: '3.0' }));
  load(PINTEREST);
  pintrk('load', id);
  pintrk('page');
  pintrk('track', PINTEREST_EVENTS[event] ?? 'pagevisit');
}

function snapchat(id: string, event: string): void {
  const snaptr = queueAs('snaptr', () => keeping('queue', 'handleRequest'));
  load(SNAPCHAT);
  snaptr('init', id);
  snaptr('track', SNAPCHAT_EVENTS[event] ?? 'PAGE_VIEW');
}

/** Reports the visit of a page; other events need tags of their own. */
function x(id: string): void {
  const twq = queueAs('twq', () => keeping('queue', 'exe', { version: '1.1' }));
  load(X);
  twq('config', id);
}

function reddit(id: string, event: string): void {
  const rdt = queueAs('rdt', () => keeping('callQueue', 'sendEvent'));
  load(REDDIT);
  rdt('init', id);
  rdt('track', REDDIT_EVENTS[event] ?? 'PageVisit');
}

/** As the networks document them. An id is only ever an argument. */
const NETWORKS: Record<string, Template> = {
  meta,
  google_analytics: google,
  google_ads: google,
  tiktok,
  linkedin,
  pinterest,
  snapchat,
  x,
  reddit,
  // The report of the page is its event.
  own: () => {},
};

/** One for each provider. In a map, so that no name of an object is taken for a provider. */
export const TEMPLATES = new Map(Object.entries(NETWORKS));
