const HEAD = ['', '', 'requests/s', 'lowest', 'highest', 'p50 ms', 'p99 ms', 'Node µs', 'PostgreSQL µs', 'both µs'];

/**
 * Medians of what the rounds gave. A ratio is that of each round, whose two halves met the same machine; below 1 we
 * are slower, or take more of the processor for a request.
 */
export function summary(name, asked, rounds, alone) {
  const row = (side) => {
    const of = (figure) => spread(rounds.map((figures) => figures[side][figure]));
    const { median, lowest, highest } = of('perSecond');
    const latencies = ['p50', 'p99'].map((figure) => of(figure).median.toFixed(2));
    const used = ['processor', 'database', 'both'].map((figure) => told(of(figure).median, 1));
    return [...[median, lowest, highest].map(whole), ...latencies, ...used];
  };
  const ratio = spread(rounds.map(ratioOf));
  const thrift = (figure) => told(spread(rounds.map(({ here, bare }) => bare[figure] / here[figure])).median, 2);
  const ratios = [ratio.median, ratio.lowest, ratio.highest].map((value) => value.toFixed(2));
  return [
    [name, `here, ${asked}`, ...row('here')],
    ['', 'bare Express', ...row('bare')],
    ['', 'ratio', ...ratios, '', '', thrift('processor'), thrift('database'), thrift('both')],
    ...(alone ? [aloneRow(alone)] : []),
  ];
}

/** Of a scenario's own measurements: medians of the rounds; without any, only words. */
export function figuresRow(first, what, results) {
  if (!results.length) return [first, what];
  const of = (figure) => spread(results.map((result) => result[figure]));
  const { median, lowest, highest } = of('perSecond');
  const latencies = ['p50', 'p99'].map((figure) => of(figure).median.toFixed(2));
  const processor = 'processor' in results[0] ? told(of('processor').median, 1) : '';
  return [first, what, ...[median, lowest, highest].map(whole), ...latencies, processor];
}

export function ratioRow(what, ratios) {
  const { median, lowest, highest } = spread(ratios);
  return ['', what, ...[median, lowest, highest].map((value) => value.toFixed(2))];
}

const aloneRow = ({ perSecond, p50, p99 }) => [
  '',
  'here, one connection',
  whole(perSecond),
  '',
  '',
  p50.toFixed(2),
  p99.toFixed(2),
];

export const roundLine = (name, round, figures) =>
  `${name.padEnd(10)} round ${round}   here ${whole(figures.here.perSecond).padStart(7)}   ` +
  `bare ${whole(figures.bare.perSecond).padStart(7)}   ratio ${ratioOf(figures).toFixed(2)}`;

export function table(results) {
  const rows = [HEAD, ...results.flat()];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const line = (row) =>
    widths
      .map((width, column) => (column < 2 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width)))
      .join('   ')
      .trimEnd();
  return [line(HEAD), ...results.map((rowsOfOne) => `\n${rowsOfOne.map(line).join('\n')}`)].join('\n');
}

const ratioOf = ({ here, bare }) => here.perSecond / bare.perSecond;
export const whole = (value) => Math.round(value).toLocaleString('en-US');

const told = (value, digits) => (Number.isNaN(value) ? '?' : value.toFixed(digits));

function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
  return { median, lowest: sorted[0], highest: sorted.at(-1) };
}
