import { TickJob } from '../../../jobs/tick.job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { holds } from '../language/conditions.js';
import type { EventTrigger } from '../language/definition.js';
import { RunStarts } from '../running/run-starts.service.js';
import { VersionRepository, WorkflowRepository } from '../workflow.repository.js';
import { LateEvents } from './late-events.service.js';
import { type OutboxEntry, TriggerRepository } from './trigger.repository.js';

const BATCH = 1_000;
const OVERLAP_MS = 60_000;

/**
 * Starts runs for what the outbox holds. An entry starts a workflow once, however often it is read. Where the queue or the hour
 * is full, it waits, unless too many do.
 */
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
    private readonly late: LateEvents,
  ) {
    super();
  }

  protected async tick(): Promise<void> {
    const position = await this.triggers.position();
    if (!position) return;
    const { read_until, is_ahead } = position;
    const full = new Set<string>();
    await this.startLate(full);
    const from = firstIdAt(+read_until - OVERLAP_MS);
    let after = from;
    let newest = read_until;
    for (;;) {
      const entries = await this.triggers.entries(after, BATCH);
      await this.startNew(entries, full);
      const last = entries.at(-1);
      if (last && timeOf(last.id) > newest) newest = timeOf(last.id);
      if (!last || entries.length < BATCH) break;
      after = last.id;
    }
    if (newest > read_until || is_ahead) await this.database.transaction(() => this.triggers.move(newest, from));
  }

  /** In their order, until their workflows are full again. */
  private async startLate(full: Set<string>): Promise<void> {
    for (;;) {
      const late = (await this.triggers.waiting()).filter(({ workflow_id }) => !full.has(workflow_id));
      if (!late.length) return;
      const settled: string[] = [];
      for (const entry of late)
        if (!entry.stands || (await this.start(entry.workflow_id, entry, full))) settled.push(entry.waiting_id);
      await this.database.transaction(() => this.triggers.settle(settled));
    }
  }

  private async startNew(entries: OutboxEntry[], full: Set<string>): Promise<void> {
    const late: { workflowId: string; eventId: string }[] = [];
    for (const entry of entries)
      for (const workflowId of entry.matches ?? [])
        if (!(await this.start(workflowId, entry, full))) late.push({ workflowId, eventId: entry.id });
    if (late.length) await this.late.keep(late);
  }

  /** False: the workflow is full. What comes later does not overtake. */
  private async start(workflowId: string, entry: OutboxEntry, full: Set<string>): Promise<boolean> {
    const { id, type, data, depth, created_at } = entry;
    const input = { name: type, at: created_at.toISOString(), data };
    try {
      return await this.database.transaction(async () => {
        const workflow = await this.workflows.findOne({ id: workflowId }, { lock: 'no key update' });
        if (workflow?.status !== 'active') return true;
        const version = workflow.active_version as number;
        const { definition } = await this.versions.the({ workflow_id: workflowId, version }, 'Version');
        const { events, filter } = (definition as { trigger: Partial<EventTrigger> }).trigger;
        if (!events?.includes(type)) return true;
        if (filter && !isTrue(() => holds(filter, { trigger: input }))) return true;
        if (full.has(workflowId)) return false;
        await this.starts.start(workflow, { trigger: 'event', input, version, dedupe_key: id, depth });
        return true;
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      full.add(workflowId);
      return false;
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
