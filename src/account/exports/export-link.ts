import { Injectable } from '@nestjs/common';
import { Vault } from '../../platform/access/vault.js';
import { Config } from '../../platform/config/environment.js';

const NAME = 'account-export';

/** The address of a finished copy: it opens in a browser that is not signed in, and cannot be guessed. */
@Injectable()
export class ExportLink {
  constructor(
    private readonly vault: Vault,
    private readonly config: Config,
  ) {}

  of(id: string): string {
    return `${this.config.publicUrl}/v1/users/exports/${this.vault.seal(NAME, id).toString('base64url')}`;
  }

  read(ticket: string): string | undefined {
    return this.vault.open<string>(NAME, Buffer.from(ticket, 'base64url'));
  }
}
