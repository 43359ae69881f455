import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../src/commands.js';
import { explained, printable } from '../../src/platform/process/run.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface Ran {
  code: number;
  out: string;
  errors: string;
}

/** Runs a command of the operator in this process, which has loaded the service already: a process takes two seconds for that. */
export async function command(variables: Record<string, string>, ...args: string[]): Promise<Ran> {
  try {
    const { ok, text } = await runCommand(args, variables);
    return { code: ok ? 0 : 1, out: printable(text), errors: '' };
  } catch (error) {
    return { code: 1, out: '', errors: printable(explained(error)) };
  }
}

/** Runs a command as the operator does. */
export function commandProcess(variables: Record<string, string>, ...args: string[]): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { env: { PATH, HOME, ...variables } }, (error, out, errors) =>
      resolve({ code: Number(error?.code ?? 0), out, errors }),
    );
  });
}
