import { AppProvider } from '../../kernel/app-provider.js';
import { minorOf, money, priceMinor } from '../../kernel/selling/prices.js';
import { PromoCodeRepository, TicketTypeRepository } from './ticket-type.repository.js';

/** Another currency for an event without orders. */
@AppProvider()
export class CurrencyService {
  constructor(
    private readonly types: TicketTypeRepository,
    private readonly codes: PromoCodeRepository,
  ) {}

  /** Prices stay what they say: 10 usd become 10 jpy. */
  async change(eventId: string, before: string, after: string): Promise<void> {
    for (const { id, price_minor } of await this.types.ofEvent(eventId))
      await this.types.change(id, { price_minor: priceMinor(money(price_minor, before), after) });
    for (const { id, amount_off_minor: off } of await this.codes.ofEvent(eventId)) {
      if (off !== null)
        await this.codes.change(id, { amount_off_minor: minorOf('amount_off', money(off, before), after) });
    }
  }
}
