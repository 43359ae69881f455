import { Matches } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Chars, Nullable } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import type { Secret } from '../entities/workflow.entity.js';
import { SecretRepository } from '../secrets/secret.repository.js';
import { SecretView } from '../secrets/secret.views.js';
import { SecretsService } from '../secrets/secrets.service.js';

const MOST = 100;

class Input {
  @Matches(/^[A-Z][A-Z0-9_]{0,59}$/) name!: string;
  /** null deletes the secret. */
  @Nullable() @Chars(1, 4096) value!: string | null;
}

class Result extends answerWith('secret', () => SecretView) {}

@Action('save-secret', {
  access: 'authenticated',
  changes: true,
  about: 'secret',
  description: 'Stores a value that steps use by its name, replaces it, or deletes it with null. No answer shows it.',
  input: Input,
  result: Result,
  refuses: { 404: ['Secret not found'], 409: ['At most 100 secrets', 'Secret is used by: <workflow names>'] },
})
export class SaveSecret {
  constructor(
    private readonly secrets: SecretRepository,
    private readonly service: SecretsService,
  ) {}

  async run({ input: { name, value }, caller: { id } }: Call<Input>): Promise<Result> {
    await this.secrets.lockOwner(id);
    const secret = value === null ? await this.remove(id, name) : await this.store(id, name, value);
    return { secret: present(SecretView, secret) };
  }

  private async store(ownerId: string, name: string, value: string): Promise<Secret> {
    const sealed = this.service.seal(ownerId, name, value);
    const key = { owner_id: ownerId, name };
    const replaced = await this.secrets.updateOne(key, { ...sealed, updated_at: NOW });
    if (replaced) return replaced;
    if ((await this.secrets.countWhere({ owner_id: ownerId })) >= MOST) throw new Refusal(409, 'At most 100 secrets');
    return this.secrets.insert({ ...key, ...sealed });
  }

  private async remove(ownerId: string, name: string): Promise<Secret> {
    const secret = await this.secrets.findOne({ owner_id: ownerId, name });
    if (!secret) throw notFound('Secret');
    const users = (await this.service.users(ownerId)).get(name) ?? [];
    if (users.length) throw new Refusal(409, `Secret is used by: ${users.map((workflow) => workflow.name).join(', ')}`);
    await this.secrets.delete({ id: secret.id });
    return secret;
  }
}
