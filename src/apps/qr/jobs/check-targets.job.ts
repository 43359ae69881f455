import { AppProvider } from '../../kernel/app-provider.js';
import { DestinationCheckJob } from '../../kernel/destinations/destination-check.job.js';
import { urlOf } from '../codes/code-targets.service.js';
import { CodeUpkeepRepository, type KeptCode } from './code-upkeep.repository.js';

/** Pauses dynamic codes whose target or fallback is on a host that was blocked later. A static code cannot be changed. */
@AppProvider()
export class CheckTargetsJob extends DestinationCheckJob<KeptCode> {
  readonly name = 'qr.check-targets';

  constructor(private readonly codes: CodeUpkeepRepository) {
    super();
  }

  protected after(id: string, limit: number): Promise<KeptCode[]> {
    return this.codes.after(id, limit);
  }

  protected addressesOf({ mode, status, kind, content, link_id, fallback_url }: KeptCode): (string | null)[] {
    if (mode === 'static' || status === 'deleted') return [];
    const hasUrl = kind === 'url' && link_id === null;
    return [hasUrl ? urlOf(content) : null, fallback_url];
  }

  protected checked(_codes: KeptCode[], harmful: KeptCode[]): Promise<void> {
    return this.codes.pause(harmful);
  }
}
