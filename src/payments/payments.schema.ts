import { schema } from '../platform/database/schema.js';
import { BusinessAccount } from './connect/business-account.entity.js';
import { LedgerAccount } from './ledger/ledger-account.entity.js';
import { LedgerTransfer } from './ledger/ledger-transfer.entity.js';
import { Payments1790000003000 } from './migrations/1790000003000-payments.js';
import { Membership1790000003001 } from './migrations/1790000003001-membership.js';
import { Revenue1790000003002 } from './migrations/1790000003002-revenue.js';
import { Customer } from './plans/customer.entity.js';
import { SubscriptionState } from './plans/subscription-state.entity.js';
import { Subscription } from './plans/subscription.entity.js';
import { Payment } from './records/payment.entity.js';
import { WalletTransaction } from './wallet/wallet-transaction.entity.js';
import { WebhookEvent } from './webhooks/webhook-event.entity.js';

const LEDGER = [LedgerAccount, LedgerTransfer];
const PLANS = [Subscription, SubscriptionState, Customer];

schema({
  entities: [...LEDGER, Payment, WalletTransaction, BusinessAccount, ...PLANS, WebhookEvent],
  migrations: [Payments1790000003000, Membership1790000003001, Revenue1790000003002],
});
