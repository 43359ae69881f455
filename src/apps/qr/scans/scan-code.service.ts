import { WebEventsService } from '../../../web-events/web-events.service.js';
import { AppServices } from '../../contracts/app-services.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { fileAnswer, NO_INDEX, type PublicAnswer, redirectAnswer } from '../../kernel/pages/public-answers.js';
import type { PublicRequest } from '../../kernel/pages/public-surface.js';
import { urlOf } from '../codes/code-targets.service.js';
import type { VcardContent } from '../contents/contents.js';
import { vcardOf } from '../contents/payloads.js';
import { type ScannedCode, ScannedCodeRepository } from './scanned-code.repository.js';
import { GONE, MISSING } from './pages.js';

type Asked = Pick<PublicRequest, 'method' | 'visitor'>;

/** Answers scans of dynamic codes of active owners. */
@AppProvider()
export class ScanCodeService {
  constructor(
    private readonly codes: ScannedCodeRepository,
    private readonly events: WebEventsService,
    private readonly services: AppServices,
  ) {}

  async answer(code: ScannedCode, asked: Asked): Promise<PublicAnswer> {
    if (code.status === 'paused') return instead(code) ?? MISSING;
    if (code.is_expired) return instead(code) ?? GONE;
    const target = await this.targetOf(code);
    if (!target) return instead(code) ?? MISSING;
    await this.count(code, asked);
    return target;
  }

  /** Undefined if its short link is gone. */
  private async targetOf({ owner_id, kind, content, link_id }: ScannedCode): Promise<PublicAnswer | undefined> {
    if (kind === 'vcard') return contactAnswer(content as VcardContent);
    if (link_id === null) return redirect(urlOf(content));
    const link = await this.services.of('shortlinks')?.find(owner_id, link_id);
    return link?.short_url ? redirect(link.short_url) : undefined;
  }

  private async count({ id }: ScannedCode, { visitor, method }: Asked): Promise<void> {
    const visit = await this.events.visit(visitor, { scope: id, method });
    if (visit.is_bot || !(await this.events.admits(visit))) return;
    await this.events.record(() => this.codes.addScan(id, visit));
  }
}

const redirect = (url: string) => redirectAnswer(url, { cache: 'private, no-store', headers: NO_INDEX });

const instead = ({ fallback_url }: ScannedCode) => (fallback_url === null ? undefined : redirect(fallback_url));

const contactAnswer = (content: VcardContent) =>
  fileAnswer('text/vcard; charset=utf-8', vcardOf(content), {
    headers: { ...NO_INDEX, 'Content-Disposition': 'attachment; filename="contact.vcf"' },
  });
