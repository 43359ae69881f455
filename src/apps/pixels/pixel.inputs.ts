import { randomBytes } from 'node:crypto';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn } from 'class-validator';
import { destinationOf } from '../../platform/http/destinations/destination.js';
import { Chars, ListOf, Optional, Uuid, Words } from '../../platform/http/fields.js';
import { invalid, Refusal } from '../../platform/http/refusal.js';
import type { PixelTarget } from '../contracts/pixels.js';
import { TARGET_APPS } from './entities/attachment.entity.js';
import { CONSENTS, type Pixel } from './entities/pixel.entity.js';
import { INVALID_IDS, networkId } from './networks/networks.js';

/** Long enough for a whole snippet, which is then refused as an invalid id. */
const LONGEST_PASTED = 10_000;

export class PixelFields {
  /** As the network shows it. */
  @Optional() @Chars(0, LONGEST_PASTED) external_id?: string;
  @Optional() @IsIn(CONSENTS) consent?: Pixel['consent'];
  /** Of an own pixel: the sites whose pages count, with those below them. Addresses are cut to their hosts. */
  @Optional() @IsArray() @ArrayMaxSize(20) @Chars(1, 2048, { each: true }) allowed_hosts?: string[];
}

export const PixelName = () => Words(80);

export class TargetInput {
  @IsIn(TARGET_APPS) target_app!: PixelTarget;
  /** A link, a page or a blog. */
  @Uuid() target_id!: string;
}

export const Targets = (): PropertyDecorator => (target, property) => {
  for (const decorate of [IsArray(), ArrayMinSize(1), ArrayMaxSize(100), ListOf(() => TargetInput)])
    decorate(target, property);
};

export const WRONG = [...INVALID_IDS, 'external_id is required', 'An own pixel has no external_id'];

/** The columns of a pixel that its fields give; those that are left out stay undefined. */
export function columnsOf(provider: Pixel['provider'], { external_id, consent, allowed_hosts }: PixelFields) {
  if (provider === 'own' && external_id !== undefined) throw new Refusal(400, 'An own pixel has no external_id');
  if (provider !== 'own' && allowed_hosts !== undefined) throw notAllowedHosts('is for own pixels alone');
  return {
    external_id: external_id === undefined ? undefined : expectNetworkId(provider, external_id),
    consent,
    allowed_hosts: allowed_hosts && [...new Set(allowed_hosts.map(hostOf))],
  };
}

export const newKey = () => randomBytes(8).toString('hex');

function expectNetworkId(provider: Pixel['provider'], pasted: string): string {
  if (!pasted.trim()) throw new Refusal(400, 'external_id is required');
  const id = networkId(provider, pasted);
  if (id === undefined) throw new Refusal(400, `Invalid id for ${provider}`);
  return id;
}

function hostOf(given: string): string {
  const trimmed = given.trim();
  const { url } = destinationOf(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url) throw notAllowedHosts('must have host names, such as shop.example');
  return url.hostname;
}

const notAllowedHosts = (rule: string) => invalid({ field: 'allowed_hosts', message: `allowed_hosts ${rule}` });
