import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn } from 'class-validator';
import { Chars, ListOf, Optional, Written } from '../../../platform/http/fields.js';
import type { Kinds } from '../../kernel/calls/by-kind.js';
import { PictureUrl } from '../pages/page.inputs.js';
import type { Kind } from './kinds.js';
import { type Network, NETWORKS } from './networks.js';

class NoData {}

class LinkData {
  @Optional() @PictureUrl() thumbnail_url?: string;
}

class TextData {
  @Written(1, 1000) text!: string;
}

class ImageData {
  @PictureUrl() image_url!: string;
  /** For those who do not see the picture. */
  @Written(1, 300) alt!: string;
}

class SocialItem {
  @IsIn(NETWORKS) network!: Network;
  @Chars(1, 2048) url!: string;
}

class SocialsData {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(15)
  @ListOf(() => SocialItem)
  items!: SocialItem[];
}

class ContactFormData {
  @Written(1, 300) consent_text!: string;
  @Optional() @IsBoolean() ask_name?: boolean;
  @Optional() @IsBoolean() ask_message?: boolean;
}

/** The classes of `data`. */
export const DATA: Kinds & Record<Kind, Kinds[string]> = {
  link: LinkData,
  header: NoData,
  text: TextData,
  image: ImageData,
  socials: SocialsData,
  embed: NoData,
  contact_form: ContactFormData,
  divider: NoData,
};

export type BlockData = Partial<LinkData & TextData & ImageData & SocialsData & ContactFormData>;

/** What a block of a kind cannot do without. */
export const REQUIRED: Record<Kind, string[]> = {
  link: ['title', 'url'],
  header: ['title'],
  text: ['data.text'],
  image: ['data.image_url', 'data.alt'],
  socials: ['data.items'],
  embed: ['url'],
  contact_form: ['title', 'data.consent_text'],
  divider: [],
};

/** The kinds that lead somewhere by their `url`. */
export const WITH_URL: ReadonlySet<Kind> = new Set<Kind>(['link', 'image', 'embed']);
