import { fileAnswer, type PublicAnswer } from '../pages/public-answers.js';

/** One appointment, as calendar programs read it (RFC 5545). */
export interface CalendarEvent {
  /** The same for all versions of an appointment, so that a program changes the one that it has. */
  uid: string;
  /** Counts the changes that a program has to show. */
  sequence: number;
  is_cancelled: boolean;
  starts_at: Date;
  ends_at: Date;
  updated_at: Date;
  summary: string;
  description?: string | null;
  location?: string | null;
  url?: string | null;
}

interface Calendar {
  events: CalendarEvent[];
  /** How a program names the calendar that it follows. */
  name?: string;
  /** The value of `Cache-Control`. */
  cache?: string;
}

/** A file that calendar programs open or follow. */
export const calendarAnswer = ({ cache, ...calendar }: Calendar): PublicAnswer =>
  fileAnswer('text/calendar; charset=utf-8', calendarFile(calendar), { cache });

/** Without METHOD, which RFC 5545 (3.7.2) also wants in the content type: it belongs to invitations by mail. */
export function calendarFile({ events, name }: Omit<Calendar, 'cache'>): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Community Platform//EN',
    'CALSCALE:GREGORIAN',
    ...text('X-WR-CALNAME', name),
    ...(events.length ? events.flatMap(linesOf) : UTC_ZONE),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** A calendar needs a component (RFC 5545, 3.6): this one shows nothing. */
const UTC_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const linesOf = (event: CalendarEvent) => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${utc(event.updated_at)}`,
  `DTSTART:${utc(event.starts_at)}`,
  `DTEND:${utc(event.ends_at)}`,
  `SEQUENCE:${event.sequence}`,
  `STATUS:${event.is_cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  ...text('SUMMARY', event.summary),
  ...text('DESCRIPTION', event.description),
  ...text('LOCATION', event.location),
  // A URI, which is not escaped; line breaks and other control characters would begin another property.
  ...(event.url ? [`URL:${encodeURI(decodable(event.url))}`] : []),
  'END:VEVENT',
];

/** `20300131T090000Z` */
export const utc = (moment: Date) => `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const text = (property: string, value: string | null | undefined) => (value ? [`${property}:${escaped(value)}`] : []);

/** A text of a calendar or a contact, in which these characters divide values. */
export const escaped = (value: string) =>
  value
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n?|\n/g, String.raw`\n`)
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '');

/** What is escaped in the address already is not escaped twice. */
function decodable(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

const LONGEST_LINE = 75;

/** A line has at most 75 bytes; what is longer goes on after a line break and a space. A character is not divided. */
export function folded(line: string): string {
  if (Buffer.byteLength(line) <= LONGEST_LINE) return line;
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LONGEST_LINE) {
      parts.push(part);
      // The space in front of the next part counts.
      [part, bytes] = ['', 1];
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
}
