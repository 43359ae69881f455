import { Environment } from '../../../platform/config/environment.js';
import { invalid } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { FileRequest } from '../entities/request.entity.js';
import { FilerequestsSettings } from '../filerequests.settings.js';
import { tooManyOpen } from '../refusals.js';
import { RequestRepository } from './request.repository.js';

const MOST_OPEN = 200;

/** What an owner may ask for. */
@AppProvider()
export class RequestRulesService {
  constructor(
    private readonly requests: RequestRepository,
    private readonly settings: AppSettings,
    private readonly environment: Environment,
  ) {}

  /** Throws if the owner cannot open one more; no other call opens one until the transaction ends. */
  async expectRoom(ownerId: string): Promise<void> {
    if ((await this.requests.countOpen(ownerId, MOST_OPEN)) >= MOST_OPEN) throw tooManyOpen();
  }

  /** Of a new request. */
  async defaults(ownerId: string): Promise<Pick<FileRequest, 'naming' | 'subfolders' | 'max_file_bytes'>> {
    const { naming, subfolders, max_file_bytes } = await this.settings.of(FilerequestsSettings, ownerId);
    return { naming, subfolders, max_file_bytes: Math.min(max_file_bytes, this.environment.documentsMaxBytes) };
  }

  /** Throws if a file cannot be as large as that. */
  checkFileBytes(given: number | undefined): void {
    const most = this.environment.documentsMaxBytes;
    if (given !== undefined && given > most)
      throw invalid({ field: 'max_file_bytes', message: `max_file_bytes must not be above ${most}` });
  }
}
