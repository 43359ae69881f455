import { Injectable } from '@nestjs/common';

export type State = 'ok' | 'down' | 'not configured';

/** Collects the state of all dependencies; each of them registers its own check. */
@Injectable()
export class ReadinessService {
  private readonly checks = new Map<string, () => Promise<State>>();

  addCheck(name: string, check: () => Promise<State>): void {
    this.checks.set(name, check);
  }

  async readStates(): Promise<Record<string, State>> {
    const asked = [...this.checks].map(async ([name, check]) => [name, await within(check)] as const);
    return Object.fromEntries(await Promise.all(asked));
  }
}

/** A dependency that does not answer in time counts as down, because readiness probes do not wait. */
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
