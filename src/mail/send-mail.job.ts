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

  constructor(
    private readonly mailer: Mailer,
    private readonly declared: Declared,
  ) {
    super();
  }

  async run({ kind, about }: Queued, id: string): Promise<void> {
    this.kinds ??= new Map(this.declared.all(MailKind).map((one) => [one.name, one]));
    const mailKind = this.kinds.get(kind);
    if (!mailKind) throw new Error(`no mail is of the kind ${kind}`);
    const mail = await mailKind.compose(about, id);
    if (mail) await this.mailer.deliver(mail);
  }
}
