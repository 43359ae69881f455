/** Works through the numbers from 1 to `all`, and shows how far it is. Returns how many rows were created. */
export async function inBatches(
  what: string,
  all: number,
  batch: number,
  make: (from: number, to: number) => Promise<number>,
): Promise<number> {
  let made = 0;
  for (let from = 1; from <= all; from += batch) {
    const to = Math.min(from + batch - 1, all);
    made += await make(from, to);
    progress(what, to, all);
  }
  return made;
}

function progress(what: string, done: number, all: number): void {
  const width = 40;
  const filled = Math.round((done / all) * width);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${all} ${what}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${bar}${done === all ? '\n' : ''}`);
  else if (done === all) process.stderr.write(`${bar}\n`);
}
