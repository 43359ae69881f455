import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { WorkflowRepository } from '../workflow.repository.js';
import { WorkflowsSettings } from '../workflows.settings.js';
import { type Dropped, TriggerRepository } from './trigger.repository.js';

/** Events that met a full queue or hour. So many wait for room; the owner is told, once an hour, of those that do not. */
@AppProvider()
export class LateEvents {
  constructor(
    private readonly database: DatabaseService,
    private readonly triggers: TriggerRepository,
    private readonly workflows: WorkflowRepository,
    private readonly settings: AppSettings,
    private readonly notifications: AppNotificationsService,
  ) {}

  async keep(late: { workflowId: string; eventId: string }[]): Promise<void> {
    await this.database.transaction(async () => {
      for (const dropped of await this.triggers.wait(late)) if (dropped.is_first) await this.tell(dropped);
    });
  }

  private async tell({ id: run_id, workflow_id, owner_id }: Dropped): Promise<void> {
    const { notify_failures } = await this.settings.of(WorkflowsSettings, owner_id);
    if (!notify_failures) return;
    const { name: title } = await this.workflows.the({ id: workflow_id }, 'Workflow');
    const body = 'So many events wait that further ones are dropped.';
    this.notifications.notify(owner_id, {
      type: 'workflows.events_dropped',
      title,
      body,
      data: { workflow_id, run_id },
    });
  }
}
