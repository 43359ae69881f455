/** The colours of a profile page. They are computed here, so that every text of every theme stays readable. */

export type ThemeName = 'plain' | 'dark' | 'paper' | 'gradient' | 'contrast';

/** What an owner changes of a theme; colours are `#rrggbb`. */
export interface ThemeOptions {
  accent?: string;
  background?: string;
  text?: string;
  button?: 'fill' | 'outline' | 'soft';
  font?: 'system' | 'serif' | 'mono';
}

interface Colours {
  /** Both ends of the background; the same colour twice where it is even. */
  background: [string, string];
  text: string;
  accent: string;
}

interface Theme {
  light: Colours;
  /** For visitors who prefer dark pages; without it the page looks the same for everybody. */
  dark?: Colours;
  button: NonNullable<ThemeOptions['button']>;
  font: NonNullable<ThemeOptions['font']>;
}

const even = (background: string, text: string, accent: string): Colours => ({
  background: [background, background],
  text,
  accent,
});

const THEMES: Record<ThemeName, Theme> = {
  plain: {
    light: even('#f5f6f8', '#14171f', '#2f5bd8'),
    dark: even('#0f1217', '#eef0f5', '#8fabff'),
    button: 'soft',
    font: 'system',
  },
  dark: {
    light: { background: ['#151a2b', '#090b11'], text: '#f2f4fa', accent: '#8ea6ff' },
    button: 'soft',
    font: 'system',
  },
  paper: {
    light: even('#f7f1e5', '#2c2418', '#8f3a22'),
    dark: even('#1f1a14', '#f1e8d8', '#e3a684'),
    button: 'outline',
    font: 'serif',
  },
  gradient: {
    light: { background: ['#4b2aa8', '#b8246b'], text: '#ffffff', accent: '#ffffff' },
    button: 'fill',
    font: 'system',
  },
  contrast: {
    light: even('#ffffff', '#000000', '#000000'),
    dark: even('#000000', '#ffffff', '#ffffff'),
    button: 'outline',
    font: 'system',
  },
};

/** The least contrast of text and its ground, by WCAG 2 at level AA. */
const READABLE = 4.5;
/** The middle of a gradient may be darker than both ends, so its colours between them are checked too. */
const SAMPLES = [0, 0.25, 0.5, 0.75, 1];
const HEX = 16;

type Channels = [number, number, number];

const channelsOf = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), HEX)) as Channels;

/** `part` of the second colour in the first one. */
function mix(first: string, second: string, part: number): string {
  const added = channelsOf(second);
  const mixed = channelsOf(first).map((channel, at) => Math.round(channel + ((added[at] as number) - channel) * part));
  return `#${mixed.map((channel) => channel.toString(HEX).padStart(2, '0')).join('')}`;
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(first: string, second: string): number {
  const [dark, light] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const groundsOf = ({ background: [start, end] }: Colours) =>
  start === end ? [start] : SAMPLES.map((part) => mix(start, end, part));

const isReadable = (text: string, grounds: string[]) => grounds.every((ground) => contrastOf(text, ground) >= READABLE);

/** Black or white, whichever has more contrast: one of them always has at least 4.58. */
const textOn = (ground: string) =>
  contrastOf('#000000', ground) >= contrastOf('#ffffff', ground) ? '#000000' : '#ffffff';

/** The colours with what the owner has changed. A changed background or text is the same in light and dark. */
function coloursOf(theme: ThemeName, options: ThemeOptions): Colours[] {
  const { light, dark } = THEMES[theme];
  const { accent, background, text } = options;
  const isFixed = background !== undefined || text !== undefined;
  const all = isFixed || !dark ? [light] : [light, dark];
  const isEven = light.background[0] === light.background[1];
  return all.map((colours) => ({
    background: background ? [background, isEven ? background : mix(background, '#000000', 0.3)] : colours.background,
    text: text ?? colours.text,
    accent: accent ?? colours.accent,
  }));
}

/** Whether the text of a page can be read on its background. */
export const isThemeReadable = (theme: ThemeName, options: ThemeOptions): boolean =>
  coloursOf(theme, options).every((colours) => isReadable(colours.text, groundsOf(colours)));

function variablesOf(colours: Colours, button: NonNullable<ThemeOptions['button']>): string {
  const { background, text, accent } = colours;
  const [start, end] = background;
  const grounds = groundsOf(colours);
  const muted = mix(text, start, 0.3);
  const softened = mix(mix(start, end, 0.5), accent, 0.14);
  const card = button === 'outline' ? undefined : button === 'fill' ? accent : softened;
  const onCard = card === undefined ? text : contrastOf(text, card) >= READABLE ? text : textOn(card);
  const variables = {
    start,
    end,
    text,
    muted: isReadable(muted, grounds) ? muted : text,
    accent,
    'on-accent': textOn(accent),
    button: card ?? 'transparent',
    'on-button': button === 'fill' ? textOn(accent) : onCard,
    edge: button === 'outline' ? accent : 'transparent',
    line: `${text}40`,
    border: `${text}8c`,
    // Away from the text, so that what is typed there has more contrast than on the page itself.
    field: luminanceOf(text) > luminanceOf(start) ? '#0000004d' : '#ffffff99',
  };
  const scheme = luminanceOf(start) > 0.18 ? 'light' : 'dark';
  return `color-scheme:${scheme};${Object.entries(variables)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}`;
}

const FONTS: Record<NonNullable<ThemeOptions['font']>, string> = {
  system: "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  serif: "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif",
  mono: "ui-monospace,'SF Mono',Menlo,Consolas,monospace",
};

/** Styles that were computed lately: it takes half of the time of a page, and most pages look like many others. */
const styles = new Map<string, string>();
const MOST_STYLES = 1000;

/** The custom properties of a page, as CSS. */
export function themeStyle(theme: ThemeName, options: ThemeOptions): string {
  const key = `${theme} ${JSON.stringify(options)}`;
  const known = styles.get(key);
  if (known !== undefined) return known;
  if (styles.size >= MOST_STYLES) styles.clear();
  const style = styleOf(theme, options);
  styles.set(key, style);
  return style;
}

function styleOf(theme: ThemeName, options: ThemeOptions): string {
  const { button, font } = { ...THEMES[theme], ...options };
  const [light, dark] = coloursOf(theme, options).map((colours) => variablesOf(colours, button));
  const inDark = dark ? `@media (prefers-color-scheme:dark){:root{${dark}}}` : '';
  return `:root{${light};--font:${FONTS[font]}}${inDark}`;
}

/** Whether the page has a light and a dark look, for the browser's own parts. */
export const schemesOf = (theme: ThemeName, options: ThemeOptions): string => {
  const all = coloursOf(theme, options);
  return all.length > 1 ? 'light dark' : luminanceOf((all[0] as Colours).background[0]) > 0.18 ? 'light' : 'dark';
};
