import { App } from '../kernel/app.js';
import { ArchivePlan } from './actions/archive-plan.action.js';
import { CancelSubscription } from './actions/cancel-subscription.action.js';
import { ChangePlan } from './actions/change-plan.action.js';
import { CheckEntitlement } from './actions/check-entitlement.action.js';
import { CreatePlan } from './actions/create-plan.action.js';
import { GetPlan } from './actions/get-plan.action.js';
import { GetSubscription } from './actions/get-subscription.action.js';
import { GrantSubscription } from './actions/grant-subscription.action.js';
import { ListMySubscriptions } from './actions/list-my-subscriptions.action.js';
import { ListPlans } from './actions/list-plans.action.js';
import { ListSubscribers } from './actions/list-subscribers.action.js';
import { PauseSubscription } from './actions/pause-subscription.action.js';
import { RenewSubscription } from './actions/renew-subscription.action.js';
import { ResumeSubscription } from './actions/resume-subscription.action.js';
import { SetCoupon } from './actions/set-coupon.action.js';
import { Subscribe } from './actions/subscribe.action.js';
import { UpdatePlan } from './actions/update-plan.action.js';
import { Plan, PlanBenefit, PlanCoupon } from './entities/plan.entity.js';
import { Charge, HistoryEntry, Subscription, SubscriptionBenefit, TrialUsed } from './entities/subscription.entity.js';
import { SellerDay } from './entities/seller-day.entity.js';
import { AutoResume } from './jobs/auto-resume.job.js';
import { EndBenefits } from './jobs/end-benefits.job.js';
import { EndGrace } from './jobs/end-grace.job.js';
import { ExpireIncomplete } from './jobs/expire-incomplete.job.js';
import { FoldFigures } from './jobs/fold-figures.job.js';
import { OpenRenewals } from './jobs/open-renewals.job.js';
import { RollPeriods } from './jobs/roll-periods.job.js';
import { SendReminders } from './jobs/send-reminders.job.js';
import { Subscriptions1790000034000 } from './migrations/1790000034000-subscriptions.js';
import { RenewalFigures1790000036100 } from './migrations/1790000036100-renewal-figures.js';
import { DueOrder1790000036500 } from './migrations/1790000036500-due-order.js';
import { SellerDays1790000036510 } from './migrations/1790000036510-seller-days.js';
import { TermsOfSellers1790000038900 } from './migrations/1790000038900-terms-of-sellers.js';
import { SubscriptionsAccountDeletion } from './subscriptions-account-deletion.js';
import { SubscriptionsExport } from './subscriptions.export.js';
import { SubscriptionsFulfilment } from './subscriptions.fulfilment.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { SubscriptionsSettings } from './subscriptions.settings.js';
import { SubscriptionsStats } from './subscriptions.stats.js';

const SELLING = [CreatePlan, UpdatePlan, ArchivePlan, ListPlans, GetPlan, SetCoupon];
const SUBSCRIBING = [Subscribe, ListMySubscriptions, GetSubscription, RenewSubscription, ChangePlan];
const LEAVING = [PauseSubscription, ResumeSubscription, CancelSubscription];
const SUBSCRIBERS = [ListSubscribers, GrantSubscription, CheckEntitlement];

@App({
  slug: 'subscriptions',
  name: 'Subscriptions',
  description: 'Recurring plans with trials, coupons, pauses and benefits; other apps ask who is entitled.',
  icon: 'repeat',
  category: 'commerce',
  version: '1.0.0',
  uses: ['payments', 'notifications'],
  entities: [
    Plan,
    PlanBenefit,
    PlanCoupon,
    Subscription,
    SubscriptionBenefit,
    Charge,
    TrialUsed,
    HistoryEntry,
    SellerDay,
  ],
  migrations: [
    Subscriptions1790000034000,
    RenewalFigures1790000036100,
    DueOrder1790000036500,
    SellerDays1790000036510,
    TermsOfSellers1790000038900,
  ],
  actions: [...SELLING, ...SUBSCRIBING, ...LEAVING, ...SUBSCRIBERS],
  settings: SubscriptionsSettings,
  stats: SubscriptionsStats,
  exports: SubscriptionsExport,
  service: SubscriptionsService,
  providers: [
    SubscriptionsFulfilment,
    SubscriptionsAccountDeletion,
    OpenRenewals,
    RollPeriods,
    EndGrace,
    SendReminders,
    AutoResume,
    ExpireIncomplete,
    EndBenefits,
    FoldFigures,
  ],
})
export class SubscriptionsApp {}
