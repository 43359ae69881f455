import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsNumber, Matches, Max, Min } from 'class-validator';
import { Chars, Email, Instant, Nullable, Optional, WebAddress, Words } from '../../../platform/http/fields.js';
import type { Kinds } from '../../kernel/calls/by-kind.js';

const E164 = /^\+[1-9]\d{1,14}$/;
const NUMBER = { message: '$property must be a number in E.164, such as +33123456789' };

export class UrlContent {
  @Chars(1, 2048) url!: string;
}

export class TextContent {
  @Words(1000) text!: string;
}

const SECURITIES = ['WPA', 'WEP', 'none'] as const;

export class WifiContent {
  @Chars(1, 32) ssid!: string;
  @IsIn(SECURITIES) security!: (typeof SECURITIES)[number];
  @Optional() @Nullable() @Chars(1, 63) password?: string | null;
  @Optional() @IsBoolean() hidden?: boolean;
}

export class VcardContent {
  @Words(80) first_name!: string;
  @Optional() @Nullable() @Chars(1, 80) last_name?: string | null;
  @Optional() @Nullable() @Chars(1, 100) organisation?: string | null;
  @Optional() @Nullable() @Chars(1, 100) title?: string | null;
  @Optional() @IsArray() @ArrayMaxSize(5) @Matches(E164, { ...NUMBER, each: true }) phones?: string[];
  @Optional() @IsArray() @ArrayMaxSize(5) @Email({ each: true }) emails?: string[];
  @Optional() @Nullable() @WebAddress() url?: string | null;
  @Optional() @Nullable() @Chars(1, 300) address?: string | null;
}

export class EmailContent {
  @Email() to!: string;
  @Optional() @Nullable() @Chars(1, 200) subject?: string | null;
  @Optional() @Nullable() @Chars(1, 1000) body?: string | null;
}

export class SmsContent {
  @Matches(E164, NUMBER) number!: string;
  @Optional() @Nullable() @Chars(1, 500) text?: string | null;
}

export class PhoneContent {
  @Matches(E164, NUMBER) number!: string;
}

export class GeoContent {
  @IsNumber() @Min(-90) @Max(90) latitude!: number;
  @IsNumber() @Min(-180) @Max(180) longitude!: number;
}

export class EventContent {
  @Words(200) title!: string;
  @Instant() starts_at!: string;
  @Optional() @Nullable() @Instant() ends_at?: string | null;
  @Optional() @Nullable() @Chars(1, 300) location?: string | null;
}

/** What a code of each kind holds. */
export const CONTENTS = {
  url: UrlContent,
  text: TextContent,
  wifi: WifiContent,
  vcard: VcardContent,
  email: EmailContent,
  sms: SmsContent,
  phone: PhoneContent,
  geo: GeoContent,
  event: EventContent,
} satisfies Kinds;

export type Kind = keyof typeof CONTENTS;
export const KINDS = Object.keys(CONTENTS) as Kind[];
export type Contents = { [Of in Kind]: InstanceType<(typeof CONTENTS)[Of]> };
