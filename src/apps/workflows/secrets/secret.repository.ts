import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Secret } from '../entities/workflow.entity.js';
import type { Definition } from '../language/definition.js';

const LOCK_OWNER = sql('workflows_lock_secrets', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const OF_NAMES = sql(
  'workflows_secrets_of_names',
  'SELECT id, name, ciphertext, last_used_at FROM ext_workflows.secrets WHERE owner_id = $1 AND name = ANY ($2)',
);
/** A secret that a busy workflow uses is not written at each use. */
const USED = sql(
  'workflows_secrets_used',
  `UPDATE ext_workflows.secrets SET last_used_at = now()
   WHERE owner_id = $1 AND name = ANY ($2) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
);
const PAGE = new Keyset({ name: 'workflows-secrets', defaultLimit: 20, maxLimit: 100 });
const BY_NAME = sql(
  'workflows_secrets_by_name',
  `SELECT id, owner_id, name, last_used_at, created_at, updated_at FROM ext_workflows.secrets
   WHERE owner_id = $1 AND name > $2 ORDER BY name LIMIT $3`,
);
const ACTIVE = sql(
  'workflows_active_definitions',
  `SELECT w.id, w.name, v.definition FROM ext_workflows.workflows w
   JOIN ext_workflows.workflow_versions v ON v.workflow_id = w.id AND v.version = w.active_version
   WHERE w.owner_id = $1 AND w.status = 'active' ORDER BY w.name, w.id`,
);

export interface ActiveWorkflow {
  id: string;
  name: string;
  definition: Definition;
}

@AppProvider()
export class SecretRepository extends EntityRepository<Secret> {
  protected readonly entity = Secret;

  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  ofNames(ownerId: string, names: string[]): Promise<Pick<Secret, 'name' | 'ciphertext'>[]> {
    return this.rows(OF_NAMES, ownerId, names);
  }

  async markUsed(ownerId: string, names: string[]): Promise<void> {
    await this.database.transaction(() => this.count(USED, ownerId, names));
  }

  async page(ownerId: string, query: PageQuery) {
    const slice = PAGE.read(query);
    const [after = ''] = (slice.after ?? []) as string[];
    const rows = await this.rows<Secret>(BY_NAME, ownerId, after, slice.fetch);
    return PAGE.cut(rows, slice, ({ name }) => [name]);
  }

  /** What runs now and so may need a secret. */
  activeWorkflows(ownerId: string): Promise<ActiveWorkflow[]> {
    return this.rows<ActiveWorkflow>(ACTIVE, ownerId);
  }
}
