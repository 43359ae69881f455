import { urlOf } from '../../src/platform/urls.js';

it('an address is read alike however often that is done, and what is none is undefined', () => {
  for (let count = 0; count < 100_000; count++) urlOf('https://example.com/');
  expect(urlOf('https://münchen.example/')?.host).toBe('xn--mnchen-3ya.example');
  expect(urlOf('https://日本.example/')?.host).toBe('xn--wgv71a.example');
  expect(urlOf('no address')).toBeUndefined();
});
