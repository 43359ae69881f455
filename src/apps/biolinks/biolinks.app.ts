import { WebEventsModule } from '../../web-events/web-events.module.js';
import { App } from '../kernel/app.js';
import { CheckHandle } from './actions/check-handle.action.js';
import { CreatePage } from './actions/create-page.action.js';
import { DeletePage } from './actions/delete-page.action.js';
import { GetPageStats } from './actions/get-page-stats.action.js';
import { GetPage } from './actions/get-page.action.js';
import { ListContacts } from './actions/list-contacts.action.js';
import { ListPages } from './actions/list-pages.action.js';
import { RemoveBlock } from './actions/remove-block.action.js';
import { ReorderBlocks } from './actions/reorder-blocks.action.js';
import { SaveBlock } from './actions/save-block.action.js';
import { SubmitContact } from './actions/submit-contact.action.js';
import { UpdatePage } from './actions/update-page.action.js';
import { BiolinksExport } from './biolinks.export.js';
import { BiolinksService } from './biolinks.service.js';
import { BiolinksSettings } from './biolinks.settings.js';
import { BiolinksStats, PageEvents } from './biolinks.stats.js';
import { BiolinksSurface } from './biolinks.surface.js';
import { Block } from './entities/block.entity.js';
import { Contact } from './entities/contact.entity.js';
import { BlockDay, PageDay, PageDayValue, PageEvent, PageRollupState } from './entities/event.entity.js';
import { BioPage, PageHandle } from './entities/page.entity.js';
import { CheckDestinations } from './jobs/check-destinations.job.js';
import { ForgetHandles } from './jobs/forget-handles.job.js';
import { Biolinks1790000037800 } from './migrations/1790000037800-biolinks.js';
import { TopBlocks1790000037810 } from './migrations/1790000037810-top-blocks.js';

const STORED = [BioPage, PageHandle, Block, Contact];
const COUNTED = [PageEvent, PageDay, BlockDay, PageDayValue, PageRollupState];
const PAGES = [CreatePage, UpdatePage, ListPages, GetPage, DeletePage, CheckHandle];
const BLOCKS = [SaveBlock, RemoveBlock, ReorderBlocks];
const VISITORS = [GetPageStats, SubmitContact, ListContacts];

@App({
  slug: 'biolinks',
  name: 'Biolinks',
  description: 'One page of links, texts and a contact form, for the single address that social networks allow.',
  icon: 'id-card',
  category: 'marketing',
  version: '1.0.0',
  uses: [],
  imports: [WebEventsModule],
  entities: [...STORED, ...COUNTED],
  migrations: [Biolinks1790000037800, TopBlocks1790000037810],
  actions: [...PAGES, ...BLOCKS, ...VISITORS],
  settings: BiolinksSettings,
  stats: BiolinksStats,
  exports: BiolinksExport,
  service: BiolinksService,
  surface: BiolinksSurface,
  providers: [PageEvents, CheckDestinations, ForgetHandles],
})
export class BiolinksApp {}
