import { StartRefusal } from '../config/start-refusal.js';
import { escapeInLines } from '../control-characters.js';
import { Refusal } from '../http/refusal.js';

/** Runs a program. Errors that the operator can correct are printed as one line, without a stack. */
export async function run(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const words = error instanceof StartRefusal || error instanceof Refusal ? error.message : error;
    const text = words instanceof Error ? (words.stack ?? words.message) : String(words);
    process.stderr.write(`${escapeInLines(text)}\n`);
    process.exit(1);
  }
}

/** Waits until the text is written: a pipe may be slow, and `process.exit` does not wait for it. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${escapeInLines(text)}\n`, () => resolve()));
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
