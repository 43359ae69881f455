import { LedgerCheck } from '../../src/payments/ledger/ledger-check.js';
import type { TestService } from '../support/service.js';

/** The check of the ledger after each test: what it finds is held against that test alone, and not those after it. */
export class Audit {
  private readonly known = new Set<string>();

  constructor(private readonly service: Pick<TestService, 'app'>) {}

  async expectSound(): Promise<void> {
    const { problems } = await this.service.app.get(LedgerCheck, { strict: false }).run();
    const found = problems.filter((problem) => !this.known.has(problem));
    for (const problem of found) this.known.add(problem);
    expect(found).toEqual([]);
  }
}
