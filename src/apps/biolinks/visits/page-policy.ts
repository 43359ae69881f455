import { FRAME_HOSTS } from '../blocks/embeds.js';

const at = (hosts: string[]) => hosts.map((host) => ` https://${host}`).join('');

/** `hosts`: those of the attached pixels. `platform`: the origin of the service, where the scripts of its apps are. */
export const contentPolicy = (platform: string, hosts: string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${platform}${at(hosts)}`,
    `connect-src 'self' ${platform}${at(hosts)}`,
    `frame-src${at(FRAME_HOSTS)}`,
    'img-src https: data:',
    "style-src 'self' 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
