import { calendarFile } from '../../src/apps/kernel/calendar/calendar-file.js';
import { qrCodeSvg } from '../../src/apps/kernel/codes/qr-code.js';

const EVENT = {
  uid: 'a@platform',
  sequence: 2,
  is_cancelled: false,
  starts_at: new Date('2030-01-31T09:00:00Z'),
  ends_at: new Date('2030-01-31T10:30:00Z'),
  updated_at: new Date('2029-12-01T00:00:00.250Z'),
  summary: 'Talks',
};

const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

describe('a calendar file', () => {
  it('describes an event in UTC', () => {
    const lines = unfolded(calendarFile({ events: [EVENT] }));
    expect(lines).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Community Platform//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:a@platform',
      'DTSTAMP:20291201T000000Z',
      'DTSTART:20300131T090000Z',
      'DTEND:20300131T103000Z',
      'SEQUENCE:2',
      'STATUS:CONFIRMED',
      'SUMMARY:Talks',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('escapes what would begin another property or value', () => {
    const event = { ...EVENT, summary: 'A; b, c\\d\r\nATTENDEE:x\u0007', url: 'https://a.test/ä?x=%20y\r\nX:1' };
    const lines = unfolded(calendarFile({ events: [event] }));
    expect(lines).toContain(String.raw`SUMMARY:A\; b\, c\\d\nATTENDEE:x`);
    expect(lines).toContain('URL:https://a.test/%C3%A4?x=%20y%0D%0AX:1');
  });

  it('has a component even where there is no event', () => {
    const lines = unfolded(calendarFile({ events: [] }));
    expect(lines).toEqual(expect.arrayContaining(['BEGIN:VTIMEZONE', 'TZID:UTC', 'END:VTIMEZONE']));
    expect(unfolded(calendarFile({ events: [EVENT] }))).not.toContain('BEGIN:VTIMEZONE');
  });

  it('folds lines at 75 bytes and divides no character', () => {
    const summary = '😀ä'.repeat(60);
    const file = calendarFile({ events: [{ ...EVENT, summary, is_cancelled: true }] });
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(unfolded(file)).toContain(`SUMMARY:${summary}`);
    expect(unfolded(file)).toContain('STATUS:CANCELLED');
  });
});

describe('a QR code', () => {
  it('is an image of dark modules on white', () => {
    const svg = qrCodeSvg('7Q4M9XK2B0TVRH6C');
    expect(svg).toContain('viewBox="0 0 29 29"');
    expect(svg).toContain('<path fill="#ffffff" d="M0 0h29v29H0z"/><g transform="translate(4 4)" fill="#000000">');
  });
});
