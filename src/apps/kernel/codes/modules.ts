import type { CodeStyle } from './code-style.js';

/** The marks in three corners, by which scanners find a code, have seven modules on each side. */
export const EYE_SIZE = 7;

export function isInEye(x: number, y: number, size: number): boolean {
  const isLeft = x < EYE_SIZE;
  const isTop = y < EYE_SIZE;
  return (isTop && (isLeft || x >= size - EYE_SIZE)) || (isLeft && y >= size - EYE_SIZE);
}

interface Modules {
  size: number;
  isDark(x: number, y: number): boolean;
  /** Modules of marks and formats. As separate dots they made a scanner miss the mark that aligns a code. */
  isFixed(x: number, y: number): boolean;
  shape: CodeStyle['shape'];
  colour: string;
}

/** All dark modules outside of the eyes. Round ones are lines with round ends, which take a third of the bytes of arcs. */
export function pathOf({ size, isDark, isFixed, shape, colour }: Modules): string {
  if (shape === 'square') return `<path d="${squares(size, isDark)}"/>`;
  const isSquare = (x: number, y: number) => isDark(x, y) && isFixed(x, y);
  const isRound = (x: number, y: number) => isDark(x, y) && !isFixed(x, y);
  const lines = shape === 'dots' ? dots(size, isRound) : connected(size, isRound);
  return (
    `<path d="${squares(size, isSquare)}"/>` +
    `<path shape-rendering="auto" fill="none" stroke="${colour}" stroke-linecap="round" d="${lines}"/>`
  );
}

type Test = (x: number, y: number) => boolean;

/** Neighbours in a row as one rectangle. */
const squares = (size: number, test: Test) =>
  runs(size, test)
    .map(({ x, y, length }) => `M${x} ${y}h${length}v1H${x}z`)
    .join('');

const dots = (size: number, test: Test) =>
  runs(size, test)
    .flatMap(({ x, y, length }) => Array.from({ length }, (_, n) => `M${x + n}.5 ${y}.5h0`))
    .join('');

/** Lines along the rows and the columns, so that neighbours in both directions are connected. */
function connected(size: number, test: Test): string {
  const rows = runs(size, test).filter(({ x, y, length }) => length > 1 || !(test(x, y - 1) || test(x, y + 1)));
  const columns = runs(size, (x, y) => test(y, x)).filter(({ length }) => length > 1);
  return [
    ...rows.map(({ x, y, length }) => `M${x}.5 ${y}.5h${length - 1}`),
    ...columns.map(({ x, y, length }) => `M${y}.5 ${x}.5v${length - 1}`),
  ].join('');
}

/** Where dark modules lie beside each other in a row. */
function runs(size: number, test: Test): { x: number; y: number; length: number }[] {
  const found = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x;
      while (x < size && test(x, y)) x++;
      if (x > start) found.push({ x: start, y, length: x - start });
    }
  }
  return found;
}

const SQUARE_EYE = 'M0 0h7v7H0zM1 1v5h5V1zM2 2h3v3H2z';
// The radii are as 7 : 5 : 3, like the sides: scanners expect that proportion along the diagonals, too.
const ROUND_EYE =
  'M1.75 0h3.5a1.75 1.75 0 0 1 1.75 1.75v3.5a1.75 1.75 0 0 1-1.75 1.75h-3.5a1.75 1.75 0 0 1-1.75-1.75v-3.5a1.75 1.75 0 0 1 1.75-1.75z' +
  'M2.25 1a1.25 1.25 0 0 0-1.25 1.25v2.5a1.25 1.25 0 0 0 1.25 1.25h2.5a1.25 1.25 0 0 0 1.25-1.25v-2.5a1.25 1.25 0 0 0-1.25-1.25z' +
  'M2.75 2h1.5a.75.75 0 0 1 .75.75v1.5a.75.75 0 0 1-.75.75h-1.5a.75.75 0 0 1-.75-.75v-1.5a.75.75 0 0 1 .75-.75z';

/** The three eyes. The inner edge of the ring runs the other way round than the outer one, so it stays empty. */
export function eyesOf(size: number, shape: CodeStyle['eye_shape']): string {
  const far = size - EYE_SIZE;
  const eye = shape === 'square' ? `<path d="${SQUARE_EYE}"` : `<path shape-rendering="auto" d="${ROUND_EYE}"`;
  return [
    [0, 0],
    [far, 0],
    [0, far],
  ]
    .map(([x, y]) => `${eye} transform="translate(${x} ${y})"/>`)
    .join('');
}
