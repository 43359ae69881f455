/** The hosts of social networks; their subdomains count as well. */
const HOSTS = {
  instagram: ['instagram.com'],
  tiktok: ['tiktok.com'],
  youtube: ['youtube.com', 'youtu.be'],
  x: ['x.com', 'twitter.com'],
  facebook: ['facebook.com', 'fb.com', 'fb.me'],
  threads: ['threads.net', 'threads.com'],
  bluesky: ['bsky.app'],
  linkedin: ['linkedin.com'],
  pinterest: ['pinterest.com', 'pin.it'],
  snapchat: ['snapchat.com'],
  reddit: ['reddit.com'],
  discord: ['discord.com', 'discord.gg'],
  telegram: ['t.me', 'telegram.me'],
  whatsapp: ['wa.me', 'whatsapp.com'],
  twitch: ['twitch.tv'],
  spotify: ['spotify.com'],
  soundcloud: ['soundcloud.com'],
  vimeo: ['vimeo.com'],
  github: ['github.com'],
  medium: ['medium.com'],
  patreon: ['patreon.com'],
  behance: ['behance.net'],
  dribbble: ['dribbble.com'],
} as const;

export type Network = keyof typeof HOSTS;
export const NETWORKS = Object.keys(HOSTS) as Network[];

/** Whether an address is one of the network. */
export const isOnNetwork = (network: Network, { hostname }: URL): boolean =>
  HOSTS[network].some((host) => hostname === host || hostname.endsWith(`.${host}`));
