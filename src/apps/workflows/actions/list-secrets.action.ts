import { pageOf } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { present } from '../../kernel/rows/view.js';
import { SecretRepository } from '../secrets/secret.repository.js';
import { ListedSecretView, SecretView } from '../secrets/secret.views.js';
import { SecretsService } from '../secrets/secrets.service.js';

class Result extends pageOf('secrets', () => ListedSecretView) {}

@Action('list-secrets', {
  access: 'authenticated',
  description: 'The names of the own secrets in their order, each with its last use and the workflows that need it.',
  input: Page,
  result: Result,
})
export class ListSecrets {
  constructor(
    private readonly secrets: SecretRepository,
    private readonly service: SecretsService,
  ) {}

  async run({ input, caller: { id } }: Call<Page>): Promise<Result> {
    const { rows, next_cursor } = await this.secrets.page(id, pageQuery(input));
    const users = rows.length ? await this.service.users(id) : new Map<string, never[]>();
    const usedBy = (name: string) => (users.get(name) ?? []).map((workflow) => workflow.id);
    return { secrets: rows.map((row) => ({ ...present(SecretView, row), used_by: usedBy(row.name) })), next_cursor };
  }
}
