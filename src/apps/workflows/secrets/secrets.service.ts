import { EncryptionService } from '../../../platform/access/encryption.service.js';
import { KeyringService } from '../../../platform/access/keyring.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { usesOf } from '../language/problems.js';
import { type ActiveWorkflow, SecretRepository } from './secret.repository.js';

/** Seals and opens the secrets of users. Their values leave this class for one request at a time. */
@AppProvider()
export class SecretsService {
  constructor(
    private readonly secrets: SecretRepository,
    private readonly encryption: EncryptionService,
    private readonly keyring: KeyringService,
  ) {}

  seal(ownerId: string, name: string, value: string) {
    return { ciphertext: this.encryption.seal(sealOf(ownerId, name), value), key_id: this.keyring.current.kid };
  }

  /** The values by name. What does not exist, or was sealed with a key that is gone, is left out. */
  async valuesFor(ownerId: string, names: readonly string[]): Promise<Record<string, string>> {
    const unique = [...new Set(names)];
    if (!unique.length) return {};
    const rows = await this.secrets.ofNames(ownerId, unique);
    await this.secrets.markUsed(ownerId, unique);
    const opened = rows.map(
      ({ name, ciphertext }) => [name, this.encryption.open<string>(sealOf(ownerId, name), ciphertext)] as const,
    );
    return Object.fromEntries(opened.filter((one): one is readonly [string, string] => one[1] !== undefined));
  }

  /** The active workflows that name each secret. */
  async users(ownerId: string): Promise<Map<string, ActiveWorkflow[]>> {
    const users = new Map<string, ActiveWorkflow[]>();
    for (const workflow of await this.secrets.activeWorkflows(ownerId))
      for (const name of usesOf(workflow.definition).secrets) users.set(name, [...(users.get(name) ?? []), workflow]);
    return users;
  }
}

/** A row that is copied to another owner or name opens for nobody. */
const sealOf = (ownerId: string, name: string) => `workflows:secret:${ownerId}:${name}`;
