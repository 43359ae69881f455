import { LedgerService } from '../../src/payments/ledger/ledger.service.js';
import type { TestService } from '../support/service.js';

/** Checks the ledger after each test. A problem fails only the test that caused it, not those after it. */
export class Audit {
  private readonly known = new Set<string>();

  constructor(private readonly service: Pick<TestService, 'app'>) {}

  async expectSound(): Promise<void> {
    const { problems } = await this.service.app.get(LedgerService, { strict: false }).check();
    const found = problems.filter((problem) => !this.known.has(problem));
    for (const problem of found) this.known.add(problem);
    expect(found).toEqual([]);
  }
}
