import { NotificationsModule } from '../../notifications/notifications.module.js';
import { App } from '../kernel/app.js';
import { ArchiveWorkflow } from './actions/archive-workflow.action.js';
import { CancelRun } from './actions/cancel-run.action.js';
import { CreateWorkflow } from './actions/create-workflow.action.js';
import { DecideApproval } from './actions/decide-approval.action.js';
import { GetRun } from './actions/get-run.action.js';
import { GetWorkflow } from './actions/get-workflow.action.js';
import { ListRuns } from './actions/list-runs.action.js';
import { ListSecrets } from './actions/list-secrets.action.js';
import { ListWorkflows } from './actions/list-workflows.action.js';
import { PauseWorkflow } from './actions/pause-workflow.action.js';
import { PublishWorkflow } from './actions/publish-workflow.action.js';
import { RetryRun } from './actions/retry-run.action.js';
import { RotateHookToken } from './actions/rotate-hook-token.action.js';
import { RunWorkflow } from './actions/run-workflow.action.js';
import { SaveSecret } from './actions/save-secret.action.js';
import { UpdateWorkflow } from './actions/update-workflow.action.js';
import { RunStep, WorkflowRun } from './entities/run.entity.js';
import {
  EventTrigger,
  OutboxPosition,
  Secret,
  WaitingEvent,
  Workflow,
  WorkflowVersion,
} from './entities/workflow.entity.js';
import { ForgetRuns } from './jobs/forget-runs.job.js';
import { Workflows1790000040000 } from './migrations/1790000040000-workflows.js';
import { WaitingEvents1790000040010 } from './migrations/1790000040010-waiting-events.js';
import { DroppedEvents1790000040020 } from './migrations/1790000040020-dropped-events.js';
import { FireSchedules } from './triggers/fire-schedules.job.js';
import { TakeEvents } from './triggers/take-events.job.js';
import { WorkflowsExport } from './workflows.export.js';
import { WorkflowsSettings } from './workflows.settings.js';
import { WorkflowsStats } from './workflows.stats.js';
import { WorkflowsSurface } from './workflows.surface.js';

@App({
  slug: 'workflows',
  name: 'Workflows',
  description: 'Automation without code: steps that follow from events, schedules, web hooks, or a click.',
  icon: 'workflow',
  category: 'productivity',
  version: '1.0.0',
  uses: ['notifications'],
  imports: [NotificationsModule],
  entities: [Workflow, WorkflowVersion, EventTrigger, OutboxPosition, WaitingEvent, WorkflowRun, RunStep, Secret],
  migrations: [Workflows1790000040000, WaitingEvents1790000040010, DroppedEvents1790000040020],
  actions: [
    CreateWorkflow,
    UpdateWorkflow,
    PublishWorkflow,
    PauseWorkflow,
    ArchiveWorkflow,
    GetWorkflow,
    ListWorkflows,
    RunWorkflow,
    ListRuns,
    GetRun,
    CancelRun,
    RetryRun,
    DecideApproval,
    RotateHookToken,
    SaveSecret,
    ListSecrets,
  ],
  settings: WorkflowsSettings,
  stats: WorkflowsStats,
  exports: WorkflowsExport,
  surface: WorkflowsSurface,
  providers: [ForgetRuns, FireSchedules, TakeEvents],
})
export class WorkflowsApp {}
