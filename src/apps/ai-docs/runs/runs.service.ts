import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AiDocsSettings } from '../ai-docs.settings.js';
import type { Method, Run } from '../entities/run.entity.js';
import { AiRunJob } from '../jobs/ai-run.job.js';
import { ProviderService } from '../provider/provider.service.js';
import { DocRepository, type KnownDoc } from '../writing/doc.repository.js';
import { RunRepository } from './run.repository.js';

const MOST_OPEN = 3;
export const TOO_MANY_RUNS = 'Too many AI runs in progress';
export const LIMIT_REACHED = 'Monthly AI limit reached';
export const KEPT = 'This doc is kept from the AI provider';
export const SWITCHED_OFF = 'AI is switched off in your settings';

export type NewRun = Values<Run> & Pick<Run, 'owner_id' | 'operation' | 'input'>;

/** Begins runs: those of the provider wait in the queue, those by extraction are completed at once. */
@AppProvider()
export class RunsService {
  constructor(
    private readonly runs: RunRepository,
    private readonly docs: DocRepository,
    private readonly provider: ProviderService,
    private readonly settings: AppSettings,
    private readonly job: AiRunJob,
  ) {}

  settingsOf(ownerId: string): Promise<AiDocsSettings> {
    return this.settings.of(AiDocsSettings, ownerId);
  }

  /** The run that the same key has begun before. It locks the owner, before any other lock. */
  async known(ownerId: string, key: string | undefined): Promise<Run | undefined> {
    await this.docs.lockOwner(ownerId);
    return key === undefined ? undefined : this.runs.findOne({ owner_id: ownerId, idempotency_key: key });
  }

  /** 404 unless all of them are documents of the owner that are not in the bin. */
  async docsOf(ids: string[], ownerId: string): Promise<KnownDoc[]> {
    const wanted = [...new Set(ids)];
    const docs = await this.docs.ofIds(wanted, ownerId);
    if (docs.length < wanted.length) throw notFound('Doc');
    return docs;
  }

  /** Refuses what must not be sent to the provider. */
  expectSendable(settings: AiDocsSettings, docs: Pick<KnownDoc, 'ai_allowed'>[]): void {
    if (docs.some(({ ai_allowed }) => !ai_allowed)) throw new Refusal(409, KEPT);
    if (!settings.use_provider) throw new Refusal(409, SWITCHED_OFF);
  }

  /** For operations that can be done by extraction, too. */
  methodOf(asked: 'auto' | 'extractive', settings: AiDocsSettings, isAllowed: boolean): Method {
    return asked === 'auto' && this.provider.isConfigured && settings.use_provider && isAllowed
      ? 'provider'
      : 'extractive';
  }

  /** `tokens`: what will be sent, estimated. The owner is locked. */
  async enqueue(run: NewRun, tokens: number): Promise<Run> {
    await this.expectRoom(run.owner_id, tokens);
    const row = await this.runs.insert({ ...run, method: 'provider', input_tokens: tokens });
    await this.job.wake();
    return row;
  }

  async complete(run: NewRun): Promise<Run> {
    return this.runs.insert({ method: 'extractive', ...run, status: 'completed', started_at: NOW, finished_at: NOW });
  }

  private async expectRoom(ownerId: string, tokens: number): Promise<void> {
    const load = await this.runs.load(ownerId);
    if (load.open >= MOST_OPEN) throw new Refusal(409, TOO_MANY_RUNS);
    if (load.tokens + tokens > this.provider.monthlyTokens) throw new Refusal(409, LIMIT_REACHED);
  }
}
