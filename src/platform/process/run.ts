import { StartRefusal } from '../config/start-refusal.js';
import { Refusal } from '../http/refusal.js';

/** Runs a program to its end; what a person can mend is told in one line, without a stack. */
export async function run(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const words = error instanceof StartRefusal || error instanceof Refusal ? error.message : error;
    process.stderr.write(words instanceof Error ? `${words.stack ?? words.message}\n` : `${String(words)}\n`);
    process.exit(1);
  }
}

/** Written whole: a pipe takes its time, and `process.exit` does not wait for it. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${text}\n`, () => resolve()));
}

type Signal = 'SIGTERM' | 'SIGINT';

/**
 * The first signal asks for an orderly end; whoever repeats it does not want to wait for it. Ctrl-C reaches every
 * process of the terminal: one that another process ends does not listen to it.
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
