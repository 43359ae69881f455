/** The colours of the pages that the service shows by itself, here too. */
export interface Palette {
  ground: string;
  card: string;
  ink: string;
  soft: string;
  line: string;
  edge: string;
  accent: string;
  accentHover: string;
  accentGround: string;
  onAccent: string;
  good: string;
  goodGround: string;
  warn: string;
  warnGround: string;
  bad: string;
  badGround: string;
}

export const LIGHT: Palette = {
  ground: '#f3f4f6',
  card: '#ffffff',
  ink: '#111827',
  soft: '#586174',
  line: '#e2e5eb',
  edge: '#858d9d',
  accent: '#2f5bd8',
  accentHover: '#2449b3',
  accentGround: '#e9eefc',
  onAccent: '#ffffff',
  good: '#16744a',
  goodGround: '#e3f5ec',
  warn: '#8a5300',
  warnGround: '#fdf2dc',
  bad: '#b3261e',
  badGround: '#fdf0ef',
};

export const DARK: Palette = {
  ground: '#0d1016',
  card: '#161a22',
  ink: '#eceff5',
  soft: '#a3abbb',
  line: '#282e3a',
  edge: '#6b7486',
  accent: '#8fabff',
  accentHover: '#b0c4ff',
  accentGround: '#1e2a4a',
  onAccent: '#0b1533',
  good: '#6ad1a3',
  goodGround: '#14322a',
  warn: '#e8b866',
  warnGround: '#33270f',
  bad: '#ffa198',
  badGround: '#331a1b',
};
