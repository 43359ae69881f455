import { urlOf } from '../../../platform/urls.js';

/** What a provider plays: the address that people know, and that of the frame. */
export interface Embed {
  provider: string;
  url: string;
  src: string;
}

interface Provider {
  name: string;
  /** Of the frames, for the content policy of the page. */
  frames: string;
  hosts: string[];
  /** The id in the address; undefined: the address is none that can be played. */
  idOf: (url: URL) => string | undefined;
  url: (id: string) => string;
  src: (id: string) => string;
}

const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_PATH = /^\/(?:shorts|embed|live|v)\/([\w-]{11})\/?$/;
const VIMEO_PATH = /^\/(?:video\/)?(\d{1,12})(?:\/([0-9a-f]{6,16}))?\/?$/;
const SPOTIFY_PATH = /^(?:\/intl-[a-z]{2,5})?\/((?:track|album|playlist|episode|show|artist)\/[A-Za-z0-9]{22})\/?$/;
const SOUNDCLOUD_PATH = /^\/([\w-]{1,64}\/(?:sets\/)?[\w-]{1,128})\/?$/;

function youtubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  const id = hostname === 'youtu.be' ? pathname.slice(1) : searchParams.get('v');
  if (id && YOUTUBE_ID.test(id) && (hostname === 'youtu.be' || pathname === '/watch')) return id;
  return YOUTUBE_PATH.exec(pathname)?.[1];
}

function vimeoId({ pathname }: URL): string | undefined {
  const [, id, hash] = VIMEO_PATH.exec(pathname) ?? [];
  return id && hash ? `${id}/${hash}` : id;
}

const PROVIDERS: Provider[] = [
  {
    name: 'YouTube',
    frames: 'www.youtube-nocookie.com',
    hosts: ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    idOf: youtubeId,
    url: (id) => `https://www.youtube.com/watch?v=${id}`,
    src: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&playsinline=1`,
  },
  {
    name: 'Vimeo',
    frames: 'player.vimeo.com',
    hosts: ['vimeo.com', 'player.vimeo.com'],
    idOf: vimeoId,
    url: (id) => `https://vimeo.com/${id}`,
    src: (id) => {
      const [video, hash] = id.split('/');
      return `https://player.vimeo.com/video/${video}?autoplay=1&dnt=1${hash ? `&h=${hash}` : ''}`;
    },
  },
  {
    name: 'Spotify',
    frames: 'open.spotify.com',
    hosts: ['open.spotify.com'],
    idOf: ({ pathname }) => SPOTIFY_PATH.exec(pathname.replace(/^\/embed(?=\/)/, ''))?.[1],
    url: (id) => `https://open.spotify.com/${id}`,
    src: (id) => `https://open.spotify.com/embed/${id}`,
  },
  {
    name: 'SoundCloud',
    frames: 'w.soundcloud.com',
    hosts: ['soundcloud.com', 'm.soundcloud.com'],
    idOf: ({ pathname }) => SOUNDCLOUD_PATH.exec(pathname)?.[1],
    url: (id) => `https://soundcloud.com/${id}`,
    src: (id) =>
      `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com/${id}`)}&auto_play=true`,
  },
];

export const FRAME_HOSTS = PROVIDERS.map(({ frames }) => frames);

/** Takes an address apart to its id, and makes both addresses anew from the id alone. */
export function embedOf(address: string): Embed | undefined {
  const url = urlOf(address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.port) return undefined;
  const host = url.hostname.replace(/^www\./, '');
  const provider = PROVIDERS.find(({ hosts }) => hosts.includes(host));
  const id = provider?.idOf(url);
  return provider && id ? { provider: provider.name, url: provider.url(id), src: provider.src(id) } : undefined;
}
