import { WebEventsModule } from '../../web-events/web-events.module.js';
import { App } from '../kernel/app.js';
import { BlockLink } from './actions/block-link.action.js';
import { BulkCreateLinks } from './actions/bulk-create-links.action.js';
import { CheckSlug } from './actions/check-slug.action.js';
import { CheckUrl } from './actions/check-url.action.js';
import { CreateLink } from './actions/create-link.action.js';
import { DeleteLink } from './actions/delete-link.action.js';
import { GetLinkStats } from './actions/get-link-stats.action.js';
import { GetLink } from './actions/get-link.action.js';
import { ListLinks } from './actions/list-links.action.js';
import { ReportLink } from './actions/report-link.action.js';
import { UnlockLink } from './actions/unlock-link.action.js';
import { UpdateLink } from './actions/update-link.action.js';
import { LinkClick, LinkDay, LinkDayValue, LinkRollupState, OwnerDay } from './entities/click.entity.js';
import { LinkReport } from './entities/link-report.entity.js';
import { Link, RetiredSlug } from './entities/link.entity.js';
import { CheckDestinations } from './jobs/check-destinations.job.js';
import { Shortlinks1790000030200 } from './migrations/1790000030200-shortlinks.js';
import { RetiredSlugsOfOwner1790000030210 } from './migrations/1790000030210-retired-slugs-of-owner.js';
import { OwnerDays1790000030220 } from './migrations/1790000030220-owner-days.js';
import { ShortlinksExport } from './shortlinks.export.js';
import { ShortlinksService } from './shortlinks.service.js';
import { ShortlinksSettings } from './shortlinks.settings.js';
import { LinkClicks, ShortlinksStats } from './shortlinks.stats.js';
import { ShortlinksSurface } from './shortlinks.surface.js';

@App({
  slug: 'shortlinks',
  name: 'Short Links',
  description: 'Short, branded links that can be changed, measured and stopped after they were printed.',
  icon: 'link',
  category: 'marketing',
  version: '1.0.0',
  uses: [],
  imports: [WebEventsModule],
  entities: [Link, RetiredSlug, LinkClick, LinkDay, LinkDayValue, LinkReport, LinkRollupState, OwnerDay],
  migrations: [Shortlinks1790000030200, RetiredSlugsOfOwner1790000030210, OwnerDays1790000030220],
  actions: [
    CreateLink,
    BulkCreateLinks,
    UpdateLink,
    GetLink,
    ListLinks,
    DeleteLink,
    CheckSlug,
    CheckUrl,
    UnlockLink,
    GetLinkStats,
    ReportLink,
    BlockLink,
  ],
  settings: ShortlinksSettings,
  stats: ShortlinksStats,
  exports: ShortlinksExport,
  service: ShortlinksService,
  surface: ShortlinksSurface,
  providers: [CheckDestinations, LinkClicks],
})
export class ShortlinksApp {}
