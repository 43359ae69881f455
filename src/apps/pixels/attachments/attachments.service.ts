import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { present } from '../../kernel/rows/view.js';
import type { Attachment } from '../entities/attachment.entity.js';
import type { Pixel } from '../entities/pixel.entity.js';
import { AttachmentView } from '../pixels.views.js';
import { AttachmentRepository, type Target } from './attachment.repository.js';
import { keyOf, TargetsService } from './targets.service.js';

const MOST_PIXELS = 10;
const MOST_SHOWN = 1_000;

/** What pixels are attached to. */
@AppProvider()
export class AttachmentsService {
  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly targets: TargetsService,
  ) {}

  /** Throws unless all of them are the owner's. */
  async expectOwned(targets: Target[], ownerId: string): Promise<void> {
    const described = await this.targets.describe(targets);
    for (const { target_app, target_id } of targets) {
      if (described.get(keyOf(target_app, target_id))?.owner_id !== ownerId)
        throw new Refusal(404, `Target not found: ${target_id}`);
    }
  }

  async attach(pixel: Pixel, targets: Target[], event: string): Promise<(Attachment & { is_new: boolean })[]> {
    const unique = [...new Map(targets.map((one) => [keyOf(one.target_app, one.target_id), one])).values()];
    await this.attachments.lockTargets(unique);
    const made = await this.attachments.attach(pixel, unique, event);
    const full = await this.attachments.fullest(unique, MOST_PIXELS);
    if (full) throw new Refusal(409, `Target already has ${MOST_PIXELS} pixels: ${full}`);
    return made;
  }

  async newestOf(pixelId: string): Promise<AttachmentView[]> {
    const order = { created_at: 'DESC', id: 'DESC' } as const;
    return this.show(await this.attachments.find({ pixel_id: pixelId }, { order, limit: MOST_SHOWN }));
  }

  show(attachments: Attachment[]): Promise<AttachmentView[]> {
    return this.targets.show(attachments.map((one) => present(AttachmentView, one)));
  }
}
