import fc from 'fast-check';
import type { Kind } from '../../../src/apps/qr/contents/contents.js';
import { payloadOf } from '../../../src/apps/qr/contents/payloads.js';

const CRLF = '\r\n';

describe('the payload of a static code', () => {
  it.each<[Kind, object, string]>([
    ['url', { url: 'https://cafe.example/' }, 'https://cafe.example/'],
    ['text', { text: 'Two\nlines' }, 'Two\nlines'],
    ['wifi', { ssid: 'Guests', security: 'WPA', password: 'secret' }, 'WIFI:T:WPA;S:Guests;P:secret;;'],
    [
      'wifi',
      { ssid: 'a;b,c:d"e\\f', security: 'WEP', password: ';' },
      String.raw`WIFI:T:WEP;S:a\;b\,c\:d\"e\\f;P:\;;;`,
    ],
    ['wifi', { ssid: 'Open', security: 'none', hidden: true }, 'WIFI:T:nopass;S:Open;H:true;;'],
    ['email', { to: 'a+b@cafe.example' }, 'mailto:a%2Bb@cafe.example'],
    [
      'email',
      { to: 'a@b.example', subject: 'Q & A', body: 'é?' },
      'mailto:a@b.example?subject=Q%20%26%20A&body=%C3%A9%3F',
    ],
    ['sms', { number: '+33123456789', text: 'Hi: you' }, 'SMSTO:+33123456789:Hi: you'],
    ['phone', { number: '+33123456789' }, 'tel:+33123456789'],
    ['geo', { latitude: 48.85837, longitude: -0.0000001 }, 'geo:48.85837,-0.0000001'],
    ['geo', { latitude: 0, longitude: 1e-9 }, 'geo:0,0'],
    [
      'event',
      {
        title: 'Talk; part 1',
        starts_at: '2030-01-31T10:00:00+01:00',
        ends_at: '2030-01-31T11:00:00Z',
        location: 'Hall',
      },
      [
        'BEGIN:VEVENT',
        String.raw`SUMMARY:Talk\; part 1`,
        'DTSTART:20300131T090000Z',
        'DTEND:20300131T110000Z',
        'LOCATION:Hall',
        'END:VEVENT',
        '',
      ].join(CRLF),
    ],
    [
      'vcard',
      {
        first_name: 'Ann',
        last_name: 'Lee; Jr.',
        organisation: 'Café, Ltd',
        title: 'Cook',
        phones: ['+33123456789'],
        emails: ['ann@cafe.example'],
        url: 'https://cafe.example/?a=1,2',
        address: '1 Main Street\nParis',
      },
      [
        'BEGIN:VCARD',
        'VERSION:3.0',
        String.raw`N:Lee\; Jr.;Ann;;;`,
        String.raw`FN:Ann Lee\; Jr.`,
        String.raw`ORG:Café\, Ltd`,
        'TITLE:Cook',
        'TEL:+33123456789',
        'EMAIL:ann@cafe.example',
        'URL:https://cafe.example/?a=1,2',
        String.raw`ADR:;;1 Main Street\nParis;;;;`,
        'END:VCARD',
        '',
      ].join(CRLF),
    ],
  ])('%s %j', (kind, content, payload) => {
    expect(payloadOf(kind, content)).toBe(payload);
  });

  it('says of a network what its parser reads back', () => {
    const text = fc.string({
      unit: fc.constantFrom(';', ':', ',', '"', '\\', 'a', 'é', ' '),
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(text, text, (ssid, password) => {
        const payload = payloadOf('wifi', { ssid, password, security: 'WPA' });
        const [, name, word] = /^WIFI:T:WPA;S:((?:\\.|[^;\\])*);P:((?:\\.|[^;\\])*);;$/su.exec(payload) ?? [];
        const plain = (value: string | undefined) => value?.replace(/\\(.)/gsu, '$1');
        expect([plain(name), plain(word)]).toEqual([ssid, password]);
      }),
    );
  });

  it('has lines of at most 75 bytes in a contact, which no text can add properties to', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), fc.string(), (first_name, title) => {
        const lines = payloadOf('vcard', { first_name, title }).split(CRLF);
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const unfolded = lines.join(CRLF).replaceAll(`${CRLF} `, '').split(CRLF);
        const names = unfolded.map((line) => line.split(':')[0]);
        expect(names.filter((name) => name !== 'TITLE')).toEqual(['BEGIN', 'VERSION', 'N', 'FN', 'END', '']);
      }),
    );
  });
});
