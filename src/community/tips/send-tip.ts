import { Injectable } from '@nestjs/common';
import { ContentFilter } from '../../moderation/content-filter/content-filter.js';
import { Ledger } from '../../payments/ledger/ledger.js';
import { Database } from '../../platform/database/database.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { minorUnits, USD } from '../../platform/money/money.js';
import { TellOfTip } from './tell-of-tip.js';
import { TipRepository } from './tip.repository.js';
import { MESSAGE, type TipInput } from './tips.io.js';

@Injectable()
export class SendTip {
  constructor(
    private readonly tips: TipRepository,
    private readonly ledger: Ledger,
    private readonly tell: TellOfTip,
    private readonly filter: ContentFilter,
    private readonly database: Database,
  ) {}

  /** Paid at once where the wallet can, and from its next credit where it cannot. */
  async run(sender_id: string, { recipient_id, ...input }: TipInput): Promise<string> {
    if (recipient_id === sender_id) throw new Refusal(400, 'You cannot tip yourself');
    const message = input.message ? await this.filter.clean(input.message, MESSAGE) : null;
    const amount = minorUnits(input.amount, USD) as bigint;
    return this.database.transaction(async () => {
      const made = await this.tips.insert(sender_id, recipient_id, amount, message);
      if (!made) throw notFound('User');
      if (made.blocked) throw new Refusal(403, 'You cannot tip this user');
      const { id } = made;
      const paid = await this.ledger.tipIfCovered(sender_id, recipient_id, { amount, reference: id });
      const json = paid ? await this.tips.settled(id) : made.json;
      this.tell.created({ id, sender_id, recipient_id, amount: input.amount, json }, message, paid);
      if (paid) await this.ledger.credited(recipient_id);
      return json;
    });
  }
}
