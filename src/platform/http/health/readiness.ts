import { Injectable } from '@nestjs/common';

export type State = 'ok' | 'down' | 'not configured';

/** What the service depends on, each part telling of itself. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, () => Promise<State>>();

  watch(name: string, check: () => Promise<State>): void {
    this.checks.set(name, check);
  }

  async states(): Promise<Record<string, State>> {
    const asked = [...this.checks].map(async ([name, check]) => [name, await within(check)] as const);
    return Object.fromEntries(await Promise.all(asked));
  }
}

/** A dependency that hangs is down: whoever asks for readiness will not wait for it. */
async function within(check: () => Promise<State>): Promise<State> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<State>((resolve) => (timer = setTimeout(() => resolve('down'), 1_000)));
  try {
    return await Promise.race([check(), late]);
  } catch {
    return 'down';
  } finally {
    clearTimeout(timer);
  }
}
