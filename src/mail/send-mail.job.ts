import { Injectable } from '@nestjs/common';
import { Job } from '../jobs/job.js';
import { type ByKey, ExtensionsService } from '../platform/extensions.service.js';
import { MailKind } from './mail.js';
import { SmtpClient } from './smtp.client.js';

interface Queued {
  kind: string;
  about: object;
}

@Injectable()
export class SendMailJob extends Job<Queued> {
  readonly name = 'mail.send';
  /** The last send of each identical request that is in progress. */
  private readonly lastSends = new Map<string, Promise<void>>();

  private readonly kinds: ByKey<MailKind>;

  constructor(
    private readonly smtp: SmtpClient,
    extensions: ExtensionsService,
  ) {
    super();
    this.kinds = extensions.byKey(MailKind, ({ name }) => name);
  }

  /**
   * Identical mails are sent in order: a newer link invalidates the older ones, so the mail that arrives last
   * must be the one that was composed last. When one fails, those behind it are retried with it.
   */
  async run(queued: Queued, id: string): Promise<void> {
    const matter = JSON.stringify(queued);
    const turn = (this.lastSends.get(matter) ?? Promise.resolve()).then(() => this.send(queued, id));
    this.lastSends.set(matter, turn);
    try {
      await turn;
    } finally {
      if (this.lastSends.get(matter) === turn) this.lastSends.delete(matter);
    }
  }

  private async send({ kind, about }: Queued, id: string): Promise<void> {
    const mailKind = this.kinds.get(kind);
    if (!mailKind) throw new Error(`unknown kind of mail: ${kind}`);
    const mail = await mailKind.compose(about, id);
    if (mail) await this.smtp.deliver(mail);
  }
}
