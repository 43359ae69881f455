import { AppProvider } from '../../kernel/app-provider.js';
import type { Refusal } from '../../../platform/http/refusal.js';
import type { Look } from '../drawing/drawing-task.js';
import { DrawingThreadsService } from '../drawing/drawing-threads.service.js';
import { tooLong, unreadable } from '../refusals.js';

/** Shows that codes can be scanned, before they are stored. Slow: never in a transaction. */
@AppProvider()
export class CodeProofService {
  constructor(private readonly threads: DrawingThreadsService) {}

  /**
   * The version of the symbol of each payload, or its refusal where it is too long. The style is proved on the longest
   * and on the shortest payload.
   */
  async ofAll(payloads: string[], look: Look): Promise<(number | Refusal)[]> {
    const { versions, isReadable } = await this.threads.prove({ contents: payloads, ...look });
    if (!isReadable && !versions.includes(null)) throw unreadable();
    return versions.map((version) => version ?? tooLong(look.level));
  }

  async of(payload: string, look: Look): Promise<number> {
    const [version] = (await this.ofAll([payload], look)) as [number | Refusal];
    if (typeof version !== 'number') throw version;
    return version;
  }
}
