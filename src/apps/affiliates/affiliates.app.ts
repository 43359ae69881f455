import { WebEventsModule } from '../../web-events/web-events.module.js';
import { App } from '../kernel/app.js';
import { CreatePayout } from './actions/create-payout.action.js';
import { CreateProgram } from './actions/create-program.action.js';
import { GetProgram } from './actions/get-program.action.js';
import { JoinProgram } from './actions/join-program.action.js';
import { ListAffiliates } from './actions/list-affiliates.action.js';
import { ListCommissions } from './actions/list-commissions.action.js';
import { ListMyPartnerships } from './actions/list-my-partnerships.action.js';
import { ListPayouts } from './actions/list-payouts.action.js';
import { ListPrograms } from './actions/list-programs.action.js';
import { RecordConversion } from './actions/record-conversion.action.js';
import { ReviewAffiliate } from './actions/review-affiliate.action.js';
import { ReviewCommission } from './actions/review-commission.action.js';
import { UpdateProgram } from './actions/update-program.action.js';
import { AffiliatesAccountDeletion } from './affiliates-account-deletion.js';
import { AffiliatesExport } from './affiliates.export.js';
import { AffiliatesFulfilment } from './affiliates.fulfilment.js';
import { AffiliatesService } from './affiliates.service.js';
import { AffiliatesSettings } from './affiliates.settings.js';
import { AffiliatesStats } from './affiliates.stats.js';
import { AffiliatesSurface } from './affiliates.surface.js';
import { AffiliateClicks } from './clicks/affiliate-clicks.js';
import { Affiliate, AffiliateSum } from './entities/affiliate.entity.js';
import { AffiliateClick, ClickDay, ClickRollupState, Referral } from './entities/click.entity.js';
import { Commission } from './entities/commission.entity.js';
import { Conversion } from './entities/conversion.entity.js';
import { Payout, PayoutItem } from './entities/payout.entity.js';
import { Program, ProgramDay, ProgramItem } from './entities/program.entity.js';
import { AnnounceEarnings } from './jobs/announce-earnings.job.js';
import { ApproveCommissions } from './jobs/approve-commissions.job.js';
import { ExpirePayouts } from './jobs/expire-payouts.job.js';
import { FoldClicks } from './jobs/fold-clicks.job.js';
import { Affiliates1790000033000 } from './migrations/1790000033000-affiliates.js';
import { YearFigures1790000036520 } from './migrations/1790000036520-year-figures.js';

@App({
  slug: 'affiliates',
  name: 'Affiliates',
  description: 'Referral programs: who brings a sale earns a commission, after the refund window and with its reason.',
  icon: 'share',
  category: 'marketing',
  version: '1.0.0',
  uses: ['payments', 'notifications'],
  imports: [WebEventsModule],
  entities: [
    Program,
    ProgramItem,
    ProgramDay,
    Affiliate,
    AffiliateSum,
    AffiliateClick,
    ClickDay,
    ClickRollupState,
    Referral,
    Conversion,
    Commission,
    Payout,
    PayoutItem,
  ],
  migrations: [Affiliates1790000033000, YearFigures1790000036520],
  actions: [
    CreateProgram,
    UpdateProgram,
    ListPrograms,
    GetProgram,
    JoinProgram,
    ReviewAffiliate,
    ListAffiliates,
    ListMyPartnerships,
    RecordConversion,
    ListCommissions,
    ReviewCommission,
    CreatePayout,
    ListPayouts,
  ],
  settings: AffiliatesSettings,
  stats: AffiliatesStats,
  exports: AffiliatesExport,
  service: AffiliatesService,
  surface: AffiliatesSurface,
  providers: [
    AffiliatesFulfilment,
    AffiliatesAccountDeletion,
    AffiliateClicks,
    AnnounceEarnings,
    ApproveCommissions,
    ExpirePayouts,
    FoldClicks,
  ],
})
export class AffiliatesApp {}
