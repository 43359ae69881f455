import { TickJob } from '../../../jobs/tick.job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { holds } from '../language/conditions.js';
import type { EventTrigger } from '../language/definition.js';
import { RunStarts } from '../running/run-starts.service.js';
import { VersionRepository, WorkflowRepository } from '../workflow.repository.js';
import { type OutboxEntry, TriggerRepository } from './trigger.repository.js';

const BATCH = 1_000;
const OVERLAP_MS = 60_000;

/** Starts runs for what the outbox holds. An entry starts a workflow once, however often it is read. */
@AppProvider()
export class TakeEvents extends TickJob {
  readonly name = 'workflows.take-events';
  protected readonly seconds = 5;

  constructor(
    private readonly database: DatabaseService,
    private readonly triggers: TriggerRepository,
    private readonly workflows: WorkflowRepository,
    private readonly versions: VersionRepository,
    private readonly starts: RunStarts,
  ) {
    super();
  }

  protected async tick(): Promise<void> {
    const position = await this.triggers.position();
    if (!position) return;
    let after = firstIdAt(+position - OVERLAP_MS);
    let newest = position;
    for (;;) {
      const entries = await this.triggers.entries(after, BATCH);
      for (const entry of entries) for (const id of entry.matches ?? []) await this.start(id, entry);
      const last = entries.at(-1);
      if (last && timeOf(last.id) > newest) newest = timeOf(last.id);
      if (!last || entries.length < BATCH) break;
      after = last.id;
    }
    if (newest > position) await this.database.transaction(() => this.triggers.move(newest));
  }

  private async start(workflowId: string, { id, type, data, depth, created_at }: OutboxEntry): Promise<void> {
    const input = { name: type, at: created_at.toISOString(), data };
    try {
      await this.database.transaction(async () => {
        const workflow = await this.workflows.findOne({ id: workflowId }, { lock: 'no key update' });
        if (workflow?.status !== 'active') return;
        const version = workflow.active_version as number;
        const { definition } = await this.versions.the({ workflow_id: workflowId, version }, 'Version');
        const { filter } = (definition as { trigger: EventTrigger }).trigger;
        if (filter && !isTrue(() => holds(filter, { trigger: input }))) return;
        await this.starts.start(workflow, { trigger: 'event', input, version, dedupe_key: id, depth });
      });
    } catch (error) {
      // A full queue or hour: the event is read again for a minute.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** A filter that names what an event does not have is false. */
function isTrue(condition: () => boolean): boolean {
  try {
    return condition();
  } catch {
    return false;
  }
}

const TIME_DIGITS = 12;
/** The lowest id of a moment. */
function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
const timeOf = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, TIME_DIGITS), 16));
