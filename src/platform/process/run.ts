import { StartRefusal } from '../config/start-refusal.js';
import { escapeInLines } from '../control-characters.js';
import { Refusal } from '../http/refusal.js';

/** Runs a program. Errors that the operator can correct are printed as one line, without a stack. */
export async function run(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    process.stderr.write(printable(explained(error)));
    process.exit(1);
  }
}

/** One line for an error that the operator can correct, and the stack of any other. */
export function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof StartRefusal || error instanceof Refusal ? error.message : (error.stack ?? error.message);
}

/** A text as a terminal may receive it. */
export const printable = (text: string) => `${escapeInLines(text)}\n`;

/** Waits until the text is written: a pipe may be slow, and `process.exit` does not wait for it. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(printable(text), () => resolve()));
}

type Signal = 'SIGTERM' | 'SIGINT';

/**
 * The first signal starts an orderly shutdown; a second one ends the process at once. Ctrl-C reaches every
 * process of the terminal, so a process that its parent stops does not listen to SIGINT.
 */
export function onStop(stop: () => Promise<void>, signals: Signal[] = ['SIGTERM', 'SIGINT']): void {
  let asked = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!signals.includes(signal)) return;
      if (asked) process.exit(1);
      asked = true;
      void stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}

/** The role of this process, set by the process that started it. */
export type Role = 'alone' | 'web';
export const roleOf = (variables: NodeJS.ProcessEnv): Role => (variables.PLATFORM_ROLE === 'web' ? 'web' : 'alone');
