import { escaped, folded, utc } from '../../kernel/calendar/calendar-file.js';
import type { Contents, EventContent, Kind, VcardContent, WifiContent } from './contents.js';

type Written = string | null | undefined;

/** What the modules of a static code say, by its kind. */
const PAYLOADS: { [Of in Kind]: (content: Contents[Of]) => string } = {
  url: ({ url }) => url,
  text: ({ text }) => text,
  wifi: wifiOf,
  vcard: (content) => vcardOf(content),
  email: ({ to, subject, body }) => mailtoOf(to, { subject, body }),
  sms: ({ number, text }) => `SMSTO:${number}:${text ?? ''}`,
  phone: ({ number }) => `tel:${number}`,
  geo: ({ latitude, longitude }) => `geo:${decimal(latitude)},${decimal(longitude)}`,
  event: eventOf,
};

export const payloadOf = (kind: Kind, content: object): string =>
  (PAYLOADS[kind] as (content: object) => string)(content);

function wifiOf({ ssid, security, password, hidden }: WifiContent): string {
  const word = (text: string) => text.replace(/[\\;,:"]/g, String.raw`\$&`);
  const parts = [
    `T:${security === 'none' ? 'nopass' : security}`,
    `S:${word(ssid)}`,
    ...(password && security !== 'none' ? [`P:${word(password)}`] : []),
    ...(hidden ? ['H:true'] : []),
  ];
  return `WIFI:${parts.join(';')};;`;
}

/** A contact as a file (vCard 3.0). */
export function vcardOf(content: VcardContent): string {
  const { first_name, last_name, organisation, title, phones = [], emails = [], url, address } = content;
  return fileOf([
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(last_name ?? '')};${escaped(first_name)};;;`,
    ...line('FN', [first_name, last_name].filter(Boolean).join(' ')),
    ...line('ORG', organisation),
    ...line('TITLE', title),
    ...phones.flatMap((phone) => line('TEL', phone)),
    ...emails.flatMap((email) => line('EMAIL', email)),
    // A URI is not escaped; its validator refuses line breaks.
    ...(url ? [`URL:${url}`] : []),
    ...(address ? [`ADR:;;${escaped(address)};;;;`] : []),
    'END:VCARD',
  ]);
}

function eventOf({ title, starts_at, ends_at, location }: EventContent): string {
  return fileOf([
    'BEGIN:VEVENT',
    ...line('SUMMARY', title),
    `DTSTART:${utc(new Date(starts_at))}`,
    ...(ends_at ? [`DTEND:${utc(new Date(ends_at))}`] : []),
    ...line('LOCATION', location),
    'END:VEVENT',
  ]);
}

const line = (name: string, value: Written) => (value ? [`${name}:${escaped(value)}`] : []);

const fileOf = (lines: string[]) => lines.map((one) => `${folded(one)}\r\n`).join('');

function mailtoOf(to: string, fields: Record<'subject' | 'body', Written>): string {
  const query = Object.entries(fields).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  );
  const address = encodeURIComponent(to).replace(/%40/g, '@');
  return `mailto:${address}${query.length ? `?${query.join('&')}` : ''}`;
}

/** Seven digits are a centimetre; a number as small as 1e-7 must not become a power of ten. */
const decimal = (degrees: number) =>
  degrees
    .toFixed(7)
    // bounded: 12 characters, as degrees are at most 180.
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');
