import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { Refusal } from '../../platform/http/refusal.js';
import { AppProvider } from '../kernel/app-provider.js';
import { InstallationsRepository } from '../kernel/installations.repository.js';
import type { Definition, Problem } from './language/definition.js';
import { problemsOf, usesOf } from './language/problems.js';
import { AutomatedActions } from './running/automated-actions.service.js';
import { SecretRepository } from './secrets/secret.repository.js';

const LARGEST = 128 * 1024;
const INSTALLED = sql(
  'workflows_approvers',
  `SELECT i.user_id FROM apps.installations i JOIN account.users u ON u.id = i.user_id AND u.user_status = 'active'
   WHERE i.user_id = ANY ($1::uuid[]) AND i.app = 'workflows'`,
);

@AppProvider()
export class ApproverRepository extends BaseRepository {
  async installed(ids: string[]): Promise<Set<string>> {
    const rows = ids.length ? await this.rows<{ user_id: string }>(INSTALLED, ids) : [];
    return new Set(rows.map(({ user_id }) => user_id));
  }
}

/** What is wrong with a definition. */
@AppProvider()
export class DefinitionsService {
  constructor(
    private readonly secrets: SecretRepository,
    private readonly installations: InstallationsRepository,
    private readonly actions: AutomatedActions,
    private readonly approvers: ApproverRepository,
  ) {}

  expectSize(definition: object | undefined): void {
    if (definition && Buffer.byteLength(JSON.stringify(definition)) > LARGEST)
      throw new Refusal(400, 'Definition is larger than 128 KiB');
  }

  async problems(definition: object, ownerId: string): Promise<Problem[]> {
    const { secrets, approvers } = usesOf(definition);
    const [known, apps, installed] = await Promise.all([
      secrets.length ? this.secrets.ofNames(ownerId, secrets) : [],
      this.installations.all(ownerId),
      this.approvers.installed(approvers),
    ]);
    const names = new Set(known.map(({ name }) => name));
    return problemsOf(definition, {
      secret: (name) => (names.has(name) ? undefined : `Unknown secret: ${name}`),
      action: (slug, action) =>
        this.actions.fault(slug, action) ??
        (apps.has(slug) || this.actions.isPublic(slug, action) ? undefined : `App not installed: ${slug}`),
      event: (name) => {
        const [slug = '', action] = name.split('/');
        if (action !== undefined) return this.actions.changes(slug, action) ? undefined : `Unknown action: ${name}`;
        return this.actions.notifies(slug.replace(/\..*/, '')) ? undefined : `Unknown notification: ${name}`;
      },
      approver: (id) => (id === ownerId || installed.has(id) ? undefined : 'Approver has not installed Workflows'),
    });
  }

  async expectComplete(definition: object, ownerId: string): Promise<Definition> {
    const problems = await this.problems(definition, ownerId);
    if (problems.length) throw invalidDefinition(problems);
    return definition as Definition;
  }
}

const invalidDefinition = (problems: Problem[]) =>
  new Refusal(400, 'Validation error', {
    details: problems.map(({ path, message }) => ({ field: `definition.${path}`, message })),
  });
