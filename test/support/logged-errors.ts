/** What the services of this process have logged as an error since the running test began. */
export const loggedErrors: string[] = [];

/** The first level of pino that is an error. */
const ERROR = 50;
/** A failed test does not show more of them. */
const SHOWN = 10;

export function keepIfError(line: string): void {
  if (loggedErrors.length < SHOWN && (JSON.parse(line) as { level: number }).level >= ERROR) loggedErrors.push(line);
}
