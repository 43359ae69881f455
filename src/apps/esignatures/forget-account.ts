import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { FilesService } from '../../files/files.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import type { Envelope } from './entities/envelope.entity.js';
import { EnvelopeRepository } from './envelopes/envelope.repository.js';
import { SENDER_LEFT } from './jobs/expire-envelopes.job.js';
import { EndingService } from './signing/ending.service.js';

/** What a deleted sender has completed stays for the other parties; what is open ends. */
@AppProvider()
export class ForgetAccount extends AccountDeletionHook {
  constructor(
    private readonly envelopes: EnvelopeRepository,
    private readonly ending: EndingService,
    private readonly files: FilesService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    await this.envelopes.dropDrafts(userId);
    for (const id of await this.envelopes.openOf(userId))
      await this.ending.end((await this.envelopes.findOne({ id })) as Envelope, 'voided', SENDER_LEFT);
    await this.files.disown(await this.envelopes.finalsOf(userId));
  }
}
