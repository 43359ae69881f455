/** The first level of pino that is an error. */
const ERROR = 50;
/** A failed test does not show more of them. */
const SHOWN = 10;

let kept: string[] = [];

export function keepIfError(line: string): void {
  if (kept.length < SHOWN && (JSON.parse(line) as { level: number }).level >= ERROR) kept.push(line);
}

/** What the services of this process have logged as errors since the last call: in a test, or in a hook before it. */
export function takeLoggedErrors(): string[] {
  const taken = kept;
  kept = [];
  return taken;
}
