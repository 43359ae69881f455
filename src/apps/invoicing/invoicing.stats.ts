import { IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { ListOf, Nullable } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppSettings } from '../kernel/app-settings.js';
import { grouped } from '../kernel/rows/grouped.js';
import { money } from '../kernel/selling/prices.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { byCurrency } from '../kernel/stats/figures.js';
import { percentOf } from './catalogue/catalogue.views.js';
import { todayIn } from './documents/document.presenter.js';
import { InvoicingSettings } from './invoicing.settings.js';
import { type Age, StatsRepository } from './stats.repository.js';

class TaxFigure {
  @IsString() currency!: string;
  @IsString() name!: string;
  @IsNumber() percent!: number;
  @IsNumber() net!: number;
  @IsNumber() tax!: number;
}

class InvoicingFigures {
  /** By currency, as the other sums: issued in these days, without what is void. */
  @IsObject() invoiced!: Record<string, number>;
  @IsObject() credited!: Record<string, number>;
  /** By the day on which it was paid. */
  @IsObject() collected!: Record<string, number>;
  /** Of invoices, less that of credit notes. */
  @ListOf(() => TaxFigure) tax!: TaxFigure[];
  /** Now, as `overdue`, `aging` and `client_credit`. */
  @IsObject() outstanding!: Record<string, number>;
  @IsObject() overdue!: Record<string, number>;
  /** By currency: `not_due`, `1_30`, `31_60`, `61_90` and `over_90` days beyond the due date. */
  @IsObject() aging!: Record<string, Record<Age, number>>;
  @IsObject() client_credit!: Record<string, number>;
  @IsInt() invoices_issued!: number;
  /** Null where none of the invoices of these days is paid. */
  @Nullable() @IsNumber() average_days_to_pay!: number | null;
}

const NOTHING_DUE: Record<Age, number> = { not_due: 0, '1_30': 0, '31_60': 0, '61_90': 0, over_90: 0 };

/** Days are those of the time zone in the settings. */
@AppProvider()
export class InvoicingStats extends AppStats {
  readonly shape = InvoicingFigures;

  constructor(
    private readonly stats: StatsRepository,
    private readonly settings: AppSettings,
  ) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<InvoicingFigures> {
    const settings = await this.settings.of(InvoicingSettings, userId);
    const [issued, taxes, collected, due, credit] = await Promise.all([
      this.stats.issued(userId, from, to),
      this.stats.taxes(userId, from, to),
      this.stats.collected(userId, from, to),
      this.stats.due(userId, todayIn(settings)),
      this.stats.credit(userId),
    ]);
    const invoices = issued.filter(({ kind }) => kind === 'invoice');
    return {
      invoiced: byCurrency(invoices, 'total_minor'),
      credited: byCurrency(
        issued.filter(({ kind }) => kind === 'credit_note'),
        'total_minor',
      ),
      collected: byCurrency(collected, 'collected_minor'),
      tax: taxes.map(({ currency, name, rate_ppm, net_minor, tax_minor }) => ({
        currency,
        name,
        percent: percentOf(rate_ppm),
        net: money(net_minor, currency),
        tax: money(tax_minor, currency),
      })),
      outstanding: summed(due),
      overdue: summed(due.filter(({ age }) => age !== 'not_due')),
      aging: aged(due),
      client_credit: byCurrency(credit, 'credit_minor'),
      invoices_issued: invoices.reduce((sum, { documents }) => sum + documents, 0),
      average_days_to_pay: daysToPay(invoices),
    };
  }
}

function daysToPay(invoices: { settled: number; settling_days: number }[]): number | null {
  const settled = invoices.reduce((sum, row) => sum + row.settled, 0);
  const days = invoices.reduce((sum, row) => sum + row.settling_days, 0);
  return settled ? Math.round((days * 10) / settled) / 10 : null;
}

type Due = Awaited<ReturnType<StatsRepository['due']>>;

const summed = (due: Due): Record<string, number> =>
  Object.fromEntries(
    [...grouped(due, ({ currency }) => currency)].map(([currency, rows]) => [
      currency,
      money(
        rows.reduce((sum, { due_minor }) => sum + due_minor, 0),
        currency,
      ),
    ]),
  );

const aged = (due: Due): Record<string, Record<Age, number>> =>
  Object.fromEntries(
    [...grouped(due, ({ currency }) => currency)].map(([currency, rows]) => [
      currency,
      { ...NOTHING_DUE, ...Object.fromEntries(rows.map((row) => [row.age, money(row.due_minor, currency)])) },
    ]),
  );
