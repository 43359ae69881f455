interface Network {
  /** What an id looks like; the network is not asked whether it has it. */
  shape: RegExp;
  /** In which letters ids are written, where a pasted one may be in others. */
  letters?: 'upper' | 'lower';
  /** Where the template of the network in `packages/pages/web/pixels` loads from and sends to. */
  hosts: string[];
}

const GOOGLE = ['www.googletagmanager.com'];

/** No container of a tag manager is among them: that would be any script on the shared host. */
export const NETWORKS = {
  meta: { shape: /^\d{10,20}$/, hosts: ['connect.facebook.net', 'www.facebook.com'] },
  google_analytics: {
    shape: /^G-[A-Z0-9]{6,12}$/,
    letters: 'upper',
    hosts: [...GOOGLE, '*.google-analytics.com', '*.analytics.google.com'],
  },
  google_ads: {
    shape: /^AW-\d{6,14}$/,
    letters: 'upper',
    hosts: [...GOOGLE, 'www.googleadservices.com', 'googleads.g.doubleclick.net', 'www.google.com'],
  },
  tiktok: { shape: /^[A-Z0-9]{16,24}$/, letters: 'upper', hosts: ['analytics.tiktok.com'] },
  linkedin: { shape: /^\d{4,10}$/, hosts: ['snap.licdn.com', 'px.ads.linkedin.com'] },
  pinterest: { shape: /^\d{10,16}$/, hosts: ['s.pinimg.com', 'ct.pinterest.com'] },
  snapchat: {
    shape: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    letters: 'lower',
    hosts: ['sc-static.net', 'tr.snapchat.com'],
  },
  x: {
    shape: /^[a-z0-9]{4,10}$/,
    letters: 'lower',
    hosts: ['static.ads-twitter.com', 'analytics.twitter.com', 't.co'],
  },
  reddit: {
    shape: /^(?:t2|a2)_[a-z0-9]{4,24}$/,
    letters: 'lower',
    hosts: ['www.redditstatic.com', 'alb.reddit.com', 'pixel-config.reddit.com'],
  },
} satisfies Record<string, Network>;

type NetworkName = keyof typeof NETWORKS;
export type Provider = NetworkName | 'own';
const NAMES = Object.keys(NETWORKS) as NetworkName[];
export const PROVIDERS: readonly Provider[] = [...NAMES, 'own'];

const networkOf = (provider: string): Network | undefined =>
  provider in NETWORKS ? NETWORKS[provider as NetworkName] : undefined;

export const INVALID_IDS = NAMES.map((name) => `Invalid id for ${name}`);

/** The id as the network writes it; undefined if none of its ids looks like that. */
export function networkId(provider: Provider, pasted: string): string | undefined {
  const network = networkOf(provider);
  const trimmed = pasted.trim();
  const { letters } = network ?? {};
  const id = letters === 'upper' ? trimmed.toUpperCase() : letters === 'lower' ? trimmed.toLowerCase() : trimmed;
  return network?.shape.test(id) ? id : undefined;
}

export const hostsOf = (providers: string[]): string[] => [
  ...new Set(providers.flatMap((provider) => networkOf(provider)?.hosts ?? [])),
];
