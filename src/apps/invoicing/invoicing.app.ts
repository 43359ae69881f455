import { FilesModule } from '../../files/files.module.js';
import { App } from '../kernel/app.js';
import { ApplyCredit } from './actions/apply-credit.action.js';
import { CreateClient } from './actions/create-client.action.js';
import { CreateCreditNote } from './actions/create-credit-note.action.js';
import { CreateInvoice } from './actions/create-invoice.action.js';
import { CreateRecurringInvoice } from './actions/create-recurring-invoice.action.js';
import { DeleteInvoice } from './actions/delete-invoice.action.js';
import { GetClient } from './actions/get-client.action.js';
import { GetInvoice } from './actions/get-invoice.action.js';
import { IssueInvoice } from './actions/issue-invoice.action.js';
import { ListClients } from './actions/list-clients.action.js';
import { ListInvoices } from './actions/list-invoices.action.js';
import { ListItems } from './actions/list-items.action.js';
import { ListPayments } from './actions/list-payments.action.js';
import { ListRecurringInvoices } from './actions/list-recurring-invoices.action.js';
import { ListTaxRates } from './actions/list-tax-rates.action.js';
import { PayInvoice } from './actions/pay-invoice.action.js';
import { RecordPayment } from './actions/record-payment.action.js';
import { ReversePayment } from './actions/reverse-payment.action.js';
import { SaveItem } from './actions/save-item.action.js';
import { SaveTaxRate } from './actions/save-tax-rate.action.js';
import { SendInvoice } from './actions/send-invoice.action.js';
import { UpdateClient } from './actions/update-client.action.js';
import { UpdateInvoice } from './actions/update-invoice.action.js';
import { UpdateRecurringInvoice } from './actions/update-recurring-invoice.action.js';
import { ViewInvoice } from './actions/view-invoice.action.js';
import { VoidInvoice } from './actions/void-invoice.action.js';
import { Client, Item, TaxRate } from './entities/client.entity.js';
import { DocumentEvent, DocumentLine, InvoiceDocument, NumberCounter } from './entities/document.entity.js';
import { CreditEntry, InvoicePayment } from './entities/invoice-payment.entity.js';
import { RecurringInvoice } from './entities/recurring-invoice.entity.js';
import { DocumentSum, PaymentSum, TaxSum } from './entities/sum.entity.js';
import { InvoicingFulfilment } from './invoicing.fulfilment.js';
import { ForgetAccount } from './forget-account.js';
import { InvoicingExport } from './invoicing.export.js';
import { InvoicingService } from './invoicing.service.js';
import { InvoicingSettings } from './invoicing.settings.js';
import { InvoicingSurface } from './invoicing.surface.js';
import { InvoicingStats } from './invoicing.stats.js';
import { FoldSums } from './jobs/fold-sums.job.js';
import { MakeRecurring } from './jobs/make-recurring.job.js';
import { Remind } from './jobs/remind.job.js';
import { Invoicing1790000039800 } from './migrations/1790000039800-invoicing.js';
import { SumsOfDays1790000040320 } from './migrations/1790000040320-sums-of-days.js';

const CATALOGUE = [CreateClient, UpdateClient, GetClient, ListClients, SaveTaxRate, ListTaxRates, SaveItem, ListItems];
const INVOICES = [CreateInvoice, UpdateInvoice, DeleteInvoice, GetInvoice, ListInvoices];
const ISSUED = [IssueInvoice, SendInvoice, VoidInvoice, ViewInvoice];
const PAID = [PayInvoice, RecordPayment, ReversePayment, ListPayments, CreateCreditNote, ApplyCredit];
const RECURRING = [CreateRecurringInvoice, UpdateRecurringInvoice, ListRecurringInvoices];

@App({
  slug: 'invoicing',
  name: 'Invoicing',
  description: 'Clients, invoices with numbers that leave no gap, payments, credit notes and recurring invoices.',
  icon: 'receipt',
  category: 'business',
  version: '1.0.0',
  uses: ['payments', 'notifications'],
  entities: [
    TaxRate,
    Client,
    Item,
    RecurringInvoice,
    InvoiceDocument,
    DocumentLine,
    NumberCounter,
    InvoicePayment,
    CreditEntry,
    DocumentEvent,
    DocumentSum,
    TaxSum,
    PaymentSum,
  ],
  migrations: [Invoicing1790000039800, SumsOfDays1790000040320],
  actions: [...CATALOGUE, ...INVOICES, ...ISSUED, ...PAID, ...RECURRING],
  settings: InvoicingSettings,
  stats: InvoicingStats,
  exports: InvoicingExport,
  service: InvoicingService,
  surface: InvoicingSurface,
  imports: [FilesModule],
  providers: [InvoicingFulfilment, ForgetAccount, FoldSums, MakeRecurring, Remind],
})
export class InvoicingApp {}
