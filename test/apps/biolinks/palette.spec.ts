import { contrastOf, isThemeReadable, type ThemeName, type ThemeOptions } from '@community-platform/pages';
import fc from 'fast-check';
import { themeStyle } from '../../../packages/pages/src/biolinks/palette.js';

const THEMES: ThemeName[] = ['plain', 'dark', 'paper', 'gradient', 'contrast'];
const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const options = fc.record(
  {
    accent: colour,
    background: colour,
    text: colour,
    button: fc.constantFrom('fill', 'outline', 'soft'),
    font: fc.constantFrom('system', 'serif', 'mono'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<ThemeOptions>;

/** The custom properties of each look of a page. */
const looksOf = (theme: ThemeName, given: ThemeOptions): Record<string, string>[] =>
  themeStyle(theme, given)
    .split('@media')
    .map((part) =>
      Object.fromEntries([...part.matchAll(/--([\w-]+):([^;}]+)/g)].map(([, name, value]) => [name, value])),
    );

it('the themes are readable as they are', () => {
  for (const theme of THEMES) expect([theme, isThemeReadable(theme, {})]).toEqual([theme, true]);
  expect(isThemeReadable('plain', { text: '#999999' })).toBe(false);
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
});

it('whatever an owner chooses, each text has enough contrast with its ground', () => {
  fc.assert(
    fc.property(fc.constantFrom(...THEMES), options, (theme, given) => {
      fc.pre(isThemeReadable(theme, given));
      for (const look of looksOf(theme, given)) {
        const pairs: [string, string][] = [
          ['text', 'start'],
          ['text', 'end'],
          ['muted', 'start'],
          ['muted', 'end'],
          ['on-accent', 'accent'],
          ...(look.button === 'transparent' ? [] : ([['on-button', 'button']] as [string, string][])),
        ];
        for (const [text, ground] of pairs)
          expect(contrastOf(look[text] as string, look[ground] as string)).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 1000 },
  );
});
