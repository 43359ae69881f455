import { isThemeReadable } from '@community-platform/pages';
import { Equals, IsBoolean } from 'class-validator';
import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Chars, Nested, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppServices } from '../../contracts/app-services.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { ForAdmins } from '../../kernel/calls/admin-fields.js';
import { BlockRepository } from '../blocks/block.repository.js';
import { BioPage, PAGE } from '../entities/page.entity.js';
import { PageHandles } from '../pages/handles.js';
import { PageAddressesService } from '../pages/page-addresses.service.js';
import { Handle, PageFields } from '../pages/page.inputs.js';
import { PageRepository } from '../pages/page.repository.js';
import { PageView } from '../pages/page.views.js';
import { ThemeOptionsFields } from '../pages/theme.inputs.js';
import { HANDLE_FAULTS } from '../refusals.js';

class Input extends PageFields {
  @Uuid() page_id!: string;
  @Optional() @Handle() handle?: string;
  @Optional() @Written(1, 80) title?: string;
  @Optional() @Nested(() => ThemeOptionsFields) theme_options?: ThemeOptionsFields;
  @Optional() @Nullable() @Written(1, 70) seo_title?: string | null;
  @Optional() @Nullable() @Written(1, 160) seo_description?: string | null;
  @Optional() @IsBoolean() noindex?: boolean;
  @Optional() @IsBoolean() is_sensitive?: boolean;
  @Optional() @IsBoolean() is_published?: boolean;
  @Optional() @Nullable() @Uuid() analytics_site_id?: string | null;
  /** Figures begin anew; what was counted before stays in the export. */
  @Optional() @Equals(true) reset_counts?: true;
  @Optional() @ForAdmins() @IsBoolean() blocked?: boolean;
  @Optional() @ForAdmins() @Nullable() @Chars(1, 300) blocked_reason?: string | null;
}

class Result extends answerWith('page', () => PageView) {}

@Action('update-page', {
  access: 'owner',
  target: PAGE,
  changes: true,
  why: 'blocked_reason',
  description: 'Changes what is given; null clears. A former handle redirects for 90 days.',
  input: Input,
  result: Result,
  refuses: {
    400: [...HANDLE_FAULTS, 'Add a visible block before publishing', 'Text is not readable on this background'],
    403: ['Forbidden'],
    404: ['Analytics site not found'],
    409: ['Handle is taken', 'Page is blocked'],
  },
})
export class UpdatePage {
  constructor(
    private readonly pages: PageRepository,
    private readonly blocks: BlockRepository,
    private readonly handles: PageHandles,
    private readonly services: AppServices,
    private readonly addresses: PageAddressesService,
  ) {}

  async prepare({ input, target: { id, owner_id, handle } }: Preparation<Input, BioPage>): Promise<void> {
    const wanted = input.handle?.toLowerCase() ?? handle;
    if (wanted !== handle) await this.handles.expectFree(wanted, { id, keeper: owner_id });
  }

  async run({ input, target: page }: Call<Input, BioPage>): Promise<Result> {
    const { id, owner_id: keeper } = page;
    const handle = input.handle?.toLowerCase() ?? page.handle;
    const changes = { ...plainOf(input), ...blockingOf(page, input), ...(await this.publishing(page, input)) };
    expectReadable(page, input);
    await this.checkSite(page, input.analytics_site_id);
    if (handle === page.handle) return { page: this.addresses.show(await this.pages.change(id, changes)) };
    const changed = await this.pages.change(id, { ...changes, handle });
    await this.handles.took(handle, { id, keeper }, page.handle);
    return { page: this.addresses.show(changed) };
  }

  private async publishing(page: BioPage, { is_published, blocked }: Input): Promise<Values<BioPage>> {
    if (!is_published) return { is_published };
    if (blocked ?? page.blocked_at !== null) throw new Refusal(409, 'Page is blocked');
    if (page.is_published) return {};
    if (!(await this.blocks.exists({ page_id: page.id, removed_at: null, is_visible: true })))
      throw new Refusal(400, 'Add a visible block before publishing');
    return { is_published, published_at: NOW };
  }

  /** The site belongs to the owner of the page, also when an administrator asks. */
  private async checkSite({ owner_id }: BioPage, siteId: string | null | undefined): Promise<void> {
    if (!siteId) return;
    if ((await this.services.of('analytics')?.ownerOf(siteId)) !== owner_id) throw notFound('Analytics site');
  }
}

function plainOf(given: Input): Values<BioPage> {
  const { title, bio, avatar_url, theme, theme_options, seo_title, seo_description, reset_counts } = given;
  const { noindex, is_sensitive, analytics_site_id } = given;
  return {
    title,
    bio,
    avatar_url,
    theme,
    seo_title,
    seo_description,
    noindex,
    is_sensitive,
    analytics_site_id,
    ...(theme_options && { theme_options: { ...theme_options } }),
    ...(reset_counts && { counted_from: NOW }),
  };
}

function blockingOf(page: BioPage, { blocked, blocked_reason }: Input): Values<BioPage> {
  if (blocked === false) return { blocked_at: null, blocked_reason: null };
  if (blocked) return { blocked_at: page.blocked_at ?? NOW, blocked_reason };
  if (blocked_reason && !page.blocked_at)
    throw invalid({ field: 'blocked_reason', message: 'blocked_reason is for a page that is blocked' });
  return { blocked_reason };
}

function expectReadable(page: BioPage, { theme, theme_options }: Input): void {
  if (theme === undefined && theme_options === undefined) return;
  if (!isThemeReadable(theme ?? page.theme, theme_options ?? page.theme_options))
    throw new Refusal(400, 'Text is not readable on this background');
}
