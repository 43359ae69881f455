import { Injectable } from '@nestjs/common';
import { Job } from '../jobs/job.js';
import { Declared } from '../platform/declared.js';
import { MailKind } from './mail.js';
import { Mailer } from './mailer.js';

interface Queued {
  kind: string;
  about: object;
}

@Injectable()
export class SendMail extends Job<Queued> {
  readonly name = 'mail.send';
  private kinds: Map<string, MailKind> | undefined;
  /** The last of those that are asked for alike and are being sent. */
  private readonly turns = new Map<string, Promise<void>>();

  constructor(
    private readonly mailer: Mailer,
    private readonly declared: Declared,
  ) {
    super();
  }

  /**
   * The same mail asked for again leaves after the first: a newer link ends the older ones, so the mail that comes
   * last must be the one that was composed last. When one fails, those behind it are tried again with it.
   */
  async run(queued: Queued, id: string): Promise<void> {
    const matter = JSON.stringify(queued);
    const turn = (this.turns.get(matter) ?? Promise.resolve()).then(() => this.send(queued, id));
    this.turns.set(matter, turn);
    try {
      await turn;
    } finally {
      if (this.turns.get(matter) === turn) this.turns.delete(matter);
    }
  }

  private async send({ kind, about }: Queued, id: string): Promise<void> {
    this.kinds ??= new Map(this.declared.all(MailKind).map((one) => [one.name, one]));
    const mailKind = this.kinds.get(kind);
    if (!mailKind) throw new Error(`no mail is of the kind ${kind}`);
    const mail = await mailKind.compose(about, id);
    if (mail) await this.mailer.deliver(mail);
  }
}
