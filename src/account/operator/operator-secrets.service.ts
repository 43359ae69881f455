import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { rotateSecrets } from '../../platform/access/secrets-file.js';
import { Environment } from '../../platform/config/environment.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { JwtSecretRotated } from '../account.events.js';

/** Changes the secrets that sign access tokens. */
@Injectable()
export class OperatorSecretsService {
  constructor(
    private readonly environment: Environment,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** `forget` also rejects the previous secrets, which signs everybody out. */
  rotate(forget: boolean): Promise<void> {
    return this.database.transaction(async () => {
      this.events.announce(JwtSecretRotated, { signed_out: forget }, null);
      // Inside the transaction, so that a failed rotation leaves no event. When the COMMIT fails after it, the command
      // fails too and can be repeated.
      rotateSecrets(this.environment.dataDir, forget);
    });
  }
}
