import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import { LedgerService } from '../../payments/ledger/ledger.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import { minorUnits, USD } from '../../platform/money/money.js';
import { TipRepository, type TipsPage } from './tip.repository.js';
import { MESSAGE, type TipInput, type TipsQuery } from './tips.dto.js';
import { TipCreated } from './tips.events.js';

export const ownTip = refusal(400, 'You cannot tip yourself');
export const cannotTip = refusal(403, 'You cannot tip this user');

@Injectable()
export class TipsService {
  constructor(
    private readonly tips: TipRepository,
    private readonly ledger: LedgerService,
    private readonly events: EventsService,
    private readonly wordFilter: WordFilterService,
    private readonly database: DatabaseService,
  ) {}

  async list(userId: string, { limit, sent_cursor, received_cursor }: TipsQuery): Promise<RawJson> {
    const [sent, received] = await Promise.all([
      this.tips.list('sent', userId, { limit, cursor: sent_cursor }),
      this.tips.list('received', userId, { limit, cursor: received_cursor }),
    ]);
    return new RawJson(`{${pageFields('sent', sent)},${pageFields('received', received)}}`);
  }

  /** A tip that the wallet does not cover is stored unpaid; the next credit of the wallet pays it. */
  async send(sender_id: string, { recipient_id, ...input }: TipInput): Promise<RawJson> {
    if (recipient_id === sender_id) throw ownTip();
    const message = input.message ? await this.wordFilter.clean(input.message, MESSAGE) : null;
    const amount = minorUnits(input.amount, USD) as bigint;
    return this.database.transaction(async () => {
      const inserted = await this.tips.insert(sender_id, recipient_id, amount, message);
      if (!inserted) throw notFound('User');
      if (inserted.blocked) throw cannotTip();
      const { id } = inserted;
      await this.ledger.lockForCredit(recipient_id, [sender_id]);
      const paid = await this.ledger.tipIfCovered(sender_id, recipient_id, { amount, reference: id });
      const json = paid ? await this.tips.markSettled(id) : inserted.json;
      const tip = { id, sender_id, recipient_id, amount: input.amount, message, settled: paid, json };
      this.events.announce(TipCreated, tip, sender_id);
      if (paid) await this.ledger.runCreditHooks(recipient_id);
      return asAnswer(new RawJson(`{"tip":${json}}`));
    });
  }
}

const pageFields = (name: string, { tips, next_cursor }: TipsPage) =>
  `"${name}":[${tips.join()}],"next_${name}_cursor":${JSON.stringify(next_cursor)}`;
