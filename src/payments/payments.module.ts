import { Module } from '@nestjs/common';
import { CheckoutController } from './checkout/checkout.controller.js';
import { Checkout } from './checkout/checkout.js';
import { Sell } from './checkout/sell.js';
import { StartPayment } from './checkout/start-payment.js';
import { AccountEvents } from './connect/account.events.js';
import { BusinessAccountRepository } from './connect/business-account.repository.js';
import { ConnectController } from './connect/connect.controller.js';
import { Onboard } from './connect/onboard.js';
import { Ledger } from './ledger/ledger.js';
import { LedgerCheck } from './ledger/ledger-check.js';
import './payments.schema.js';
import { PaymentsSection } from './payments.section.js';
import { BusinessController } from './plans/business.controller.js';
import { BeginSubscription } from './plans/begin-subscription.js';
import { CancelPlan } from './plans/cancel-plan.js';
import { CancelSubscription } from './plans/cancel-subscription.job.js';
import { CustomerRepository } from './plans/customer.repository.js';
import { EndSubscriptions } from './plans/end-subscriptions.js';
import { FollowPlan } from './plans/follow-plan.js';
import { FollowSubscription } from './plans/follow-subscription.js';
import { SalesFigures } from './plans/sales-figures.js';
import { SubscriptionCheckout } from './plans/subscription-checkout.js';
import { SubscriptionEvents } from './plans/subscription.events.js';
import { SubscriptionRepository } from './plans/subscription.repository.js';
import { Upgrade } from './plans/upgrade.js';
import { Processor } from './processor/processor.js';
import { ChargeEvents } from './records/charge.events.js';
import { ConfirmPayment } from './records/confirm-payment.js';
import { ConfirmedPayment } from './records/confirmed-payment.js';
import { Fulfil } from './records/fulfil.js';
import { PaymentRepository } from './records/payment.repository.js';
import { PaymentsController } from './records/payments.controller.js';
import { RefundPayment } from './records/refund-payment.js';
import { SettleRefund } from './records/settle-refund.js';
import { TidyPayments } from './tidy-payments.job.js';
import { DecideWithdrawal } from './wallet/decide-withdrawal.js';
import { Deposit } from './wallet/deposit.js';
import { WalletController } from './wallet/wallet.controller.js';
import { WalletNews } from './wallet/wallet-news.js';
import { WalletTransactionRepository } from './wallet/wallet-transaction.repository.js';
import { WayBack } from './wallet/way-back.js';
import { Withdraw } from './wallet/withdraw.js';
import { CheckoutEvents } from './webhooks/checkout.events.js';
import { Inbox } from './webhooks/inbox.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

const LEDGER = [Ledger, LedgerCheck];
const WALLET = [WalletTransactionRepository, WalletNews, Withdraw, Deposit, DecideWithdrawal, WayBack];
const CHECKOUT = [StartPayment, Sell, Checkout];
const CONNECT = [BusinessAccountRepository, Onboard];
const PLANS = [
  SubscriptionRepository,
  CustomerRepository,
  SubscriptionCheckout,
  Upgrade,
  CancelPlan,
  SalesFigures,
  FollowPlan,
  FollowSubscription,
  BeginSubscription,
  CancelSubscription,
  EndSubscriptions,
];
const RECORDS = [PaymentRepository, ConfirmPayment, ConfirmedPayment, Fulfil, RefundPayment, SettleRefund];
const WEBHOOKS = [Inbox, CheckoutEvents, SubscriptionEvents, AccountEvents, ChargeEvents];

@Module({
  controllers: [
    WalletController,
    CheckoutController,
    ConnectController,
    BusinessController,
    PaymentsController,
    WebhooksController,
  ],
  providers: [
    Processor,
    ...LEDGER,
    ...WALLET,
    ...CHECKOUT,
    ...CONNECT,
    ...PLANS,
    ...RECORDS,
    ...WEBHOOKS,
    TidyPayments,
    PaymentsSection,
  ],
  exports: [
    Ledger,
    LedgerCheck,
    Sell,
    ConfirmedPayment,
    WalletTransactionRepository,
    DecideWithdrawal,
    BusinessAccountRepository,
    SubscriptionRepository,
    SubscriptionCheckout,
    CancelSubscription,
    CancelPlan,
  ],
})
export class PaymentsModule {}
