import { WebEventsModule } from '../../web-events/web-events.module.js';
import { App } from '../kernel/app.js';
import { AttachPixel } from './actions/attach-pixel.action.js';
import { CreatePixel } from './actions/create-pixel.action.js';
import { DeletePixel } from './actions/delete-pixel.action.js';
import { DetachPixel } from './actions/detach-pixel.action.js';
import { GetPixelStats } from './actions/get-pixel-stats.action.js';
import { GetPixel } from './actions/get-pixel.action.js';
import { ListEvents } from './actions/list-events.action.js';
import { ListPixels } from './actions/list-pixels.action.js';
import { UpdatePixel } from './actions/update-pixel.action.js';
import { Attachment } from './entities/attachment.entity.js';
import { Drop, PixelDay, PixelDayValue, PixelEvent, PixelRollupState } from './entities/pixel-event.entity.js';
import { Pixel } from './entities/pixel.entity.js';
import { DetachMissing } from './jobs/detach-missing.job.js';
import { PurgeDrops } from './jobs/purge-drops.job.js';
import { Pixels1790000037400 } from './migrations/1790000037400-pixels.js';
import { PixelsExport } from './pixels.export.js';
import { PixelsService } from './pixels.service.js';
import { PixelsSettings } from './pixels.settings.js';
import { PixelEvents, PixelsStats } from './pixels.stats.js';
import { PixelsSurface } from './pixels.surface.js';

@App({
  slug: 'pixels',
  name: 'Pixels',
  description: 'Pixels of advertising networks on links, pages and blogs, and own pictures that count.',
  icon: 'target',
  category: 'marketing',
  version: '1.0.0',
  uses: [],
  imports: [WebEventsModule],
  entities: [Pixel, Attachment, PixelEvent, PixelDay, PixelDayValue, Drop, PixelRollupState],
  migrations: [Pixels1790000037400],
  actions: [
    CreatePixel,
    UpdatePixel,
    ListPixels,
    GetPixel,
    DeletePixel,
    AttachPixel,
    DetachPixel,
    GetPixelStats,
    ListEvents,
  ],
  settings: PixelsSettings,
  stats: PixelsStats,
  exports: PixelsExport,
  service: PixelsService,
  surface: PixelsSurface,
  providers: [DetachMissing, PurgeDrops, PixelEvents],
})
export class PixelsApp {}
