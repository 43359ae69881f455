import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { LIMIT } from '../refusals.js';
import { CodeAddressesService, randomKey } from './code-addresses.service.js';
import { CodeTargetRepository } from './code-target.repository.js';
import type { Drafts } from './code-drafts.service.js';
import { NewCodeRepository, type NewCodeRow } from './new-code.repository.js';

export const MOST_CODES = 5_000;
/** One key in a hundred thousand millions is taken. */
const TRIES = 5;

/** Stores new codes, in a transaction. */
@AppProvider()
export class CodeCreationService {
  constructor(
    private readonly codes: NewCodeRepository,
    private readonly targets: CodeTargetRepository,
    private readonly addresses: CodeAddressesService,
  ) {}

  /** Their ids, in their order. */
  async of(ownerId: string, { rows, style, logo }: Drafts, batch_id: string | null = null): Promise<string[]> {
    await this.expectRoom(ownerId, rows.length);
    const ids = new Map<number, string>();
    let open = rows.map((row, at) => ({ row, at }));
    for (let attempt = 1; open.length; attempt++) {
      if (attempt > TRIES) throw new Error('no key is free');
      const made = await this.codes.insert(
        ownerId,
        open.map(({ row }) => row),
        { style, logo, batch_id },
      );
      for (const { row, at } of open) if (made.has(row.key)) ids.set(at, made.get(row.key) as string);
      open = open.filter(({ at }) => !ids.has(at)).map(({ row, at }) => ({ row: this.withOtherKey(row), at }));
    }
    const created = rows.map((row, at) => ({ ...row, id: ids.get(at) as string }));
    await this.targets.noteAll(ownerId, created);
    return created.map(({ id }) => id);
  }

  /** Also for a code that is brought back. */
  async expectRoom(ownerId: string, more: number): Promise<void> {
    const count = await this.codes.countOf(ownerId, MOST_CODES);
    if (count + more > MOST_CODES) throw new Refusal(409, LIMIT);
  }

  /** Another key has the same length, so its symbol has the same size. */
  private withOtherKey(row: NewCodeRow): NewCodeRow {
    const key = randomKey();
    return { ...row, key, ...(row.mode === 'dynamic' && { payload: this.addresses.scanUrl(key) }) };
  }
}
