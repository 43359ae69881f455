import { NOW } from '../../platform/database/entity.repository.js';
import { Refusal } from '../../platform/http/refusal.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppSettings } from '../kernel/app-settings.js';
import { DefinitionsService } from './definitions.service.js';
import type { Workflow } from './entities/workflow.entity.js';
import { newHookToken } from './hook-addresses.service.js';
import type { Trigger } from './language/definition.js';
import { nextRunAt } from './schedules/schedule.policy.js';
import { EventTriggerRepository, VersionRepository, WorkflowRepository } from './workflow.repository.js';
import { WorkflowsSettings } from './workflows.settings.js';

const MOST_ACTIVE = 50;

/** Turns triggers on and off. The workflow is locked. */
@AppProvider()
export class PublishingService {
  constructor(
    private readonly workflows: WorkflowRepository,
    private readonly versions: VersionRepository,
    private readonly events: EventTriggerRepository,
    private readonly definitions: DefinitionsService,
    private readonly settings: AppSettings,
  ) {}

  async publish(workflow: Workflow): Promise<Workflow> {
    const { id, owner_id, draft, status } = workflow;
    // No secret is deleted between the check and the COMMIT.
    await this.workflows.lockOwner(owner_id);
    const { trigger } = await this.definitions.expectComplete(draft, owner_id);
    if (status !== 'active') await this.expectRoom(owner_id);
    const version = await this.versions.freeze(id, draft);
    const isUnchanged = status === 'active' && version === workflow.active_version;
    if (isUnchanged) return workflow;
    await this.events.set(workflow, trigger.kind === 'event' ? trigger.events : []);
    const hook_token = trigger.kind === 'hook' ? (workflow.hook_token ?? newHookToken()) : undefined;
    const next_run_at = await this.nextRun(trigger, owner_id);
    const on = { status: 'active', active_version: version, paused_reason: null, failures_in_row: 0 } as const;
    const changes = { ...on, hook_token, next_run_at, updated_at: NOW };
    return (await this.workflows.updateOne({ id }, changes)) as Workflow;
  }

  async turnOff({ id }: Workflow, status: 'paused' | 'archived'): Promise<Workflow> {
    const changes = { status, next_run_at: null, updated_at: NOW };
    return (await this.workflows.updateOne({ id }, changes)) as Workflow;
  }

  private async nextRun(trigger: Trigger, ownerId: string): Promise<Date | null> {
    if (trigger.kind !== 'schedule') return null;
    const { timezone } = await this.settings.of(WorkflowsSettings, ownerId);
    return nextRunAt(trigger, timezone, new Date()) ?? null;
  }

  private async expectRoom(ownerId: string): Promise<void> {
    if ((await this.workflows.countWhere({ owner_id: ownerId, status: 'active' })) >= MOST_ACTIVE)
      throw new Refusal(409, 'At most 50 active workflows');
  }
}
