import { urlOf } from '../../src/platform/urls.js';

it('an address is parsed alike on every call, and an invalid one is undefined', () => {
  for (let count = 0; count < 100_000; count++) urlOf('https://example.com/');
  expect(urlOf('https://münchen.example/')?.host).toBe('xn--mnchen-3ya.example');
  expect(urlOf('https://日本.example/')?.host).toBe('xn--wgv71a.example');
  expect(urlOf('no address')).toBeUndefined();
});
