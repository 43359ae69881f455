import { IsBoolean, IsString } from 'class-validator';
import { Chars, HttpsAddress, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { answerWith } from '../../../platform/http/answers.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppServices } from '../../contracts/app-services.js';
import { TimeZone } from '../../kernel/calendar/time.fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { ForAdmins } from '../../kernel/calls/admin-fields.js';
import type { HandleFault } from '../../kernel/handles/handles.js';
import { present } from '../../kernel/rows/view.js';
import { BlogAddressesService } from '../blogs/blog-addresses.service.js';
import { BlogHandlesRepository } from '../blogs/blog-handles.repository.js';
import type { Blog } from '../blogs/blog.entity.js';
import { BlogRepository, handleTaken } from '../blogs/blog.repository.js';
import { BlogView } from '../blogs/blog.views.js';
import { Language } from '../blogs/language.field.js';

class Input {
  @Optional() @IsString() handle?: string;
  @Optional() @Written(1, 120) title?: string;
  @Optional() @Nullable() @Written(0, 500) description?: string | null;
  @Optional() @Language() language?: string;
  @Optional() @TimeZone() timezone?: string;
  @Optional() @Nullable() @HttpsAddress() cover_url?: string | null;
  @Optional() @IsBoolean() noindex?: boolean;
  @Optional() @Nullable() @Uuid() analytics_site_id?: string | null;
  @Optional() @ForAdmins() @Uuid() owner_id?: string;
  @Optional() @ForAdmins() @IsBoolean() blocked?: boolean;
  @Optional() @ForAdmins() @Nullable() @Chars(0, 300) blocked_reason?: string | null;
}

class Result extends answerWith('blog', () => BlogView) {
  @IsBoolean() created!: boolean;
}

const FAULTS = {
  invalid: () => new Refusal(400, 'Invalid handle'),
  reserved: () => new Refusal(400, 'Handle is reserved'),
  taken: handleTaken,
};

@Action('save-blog', {
  access: 'authenticated',
  changes: true,
  about: 'blog',
  why: 'blocked_reason',
  description: 'Starts the blog of the caller or changes what is given; administrators block the blog of an owner.',
  input: Input,
  result: Result,
  refuses: {
    400: ['handle and title are needed to start a blog', 'Invalid handle', 'Handle is reserved'],
    403: ['Forbidden'],
    404: ['Blog not found', 'Analytics site not found'],
    409: ['Handle is taken'],
  },
})
export class SaveBlog {
  constructor(
    private readonly blogs: BlogRepository,
    private readonly handles: BlogHandlesRepository,
    private readonly addresses: BlogAddressesService,
    private readonly services: AppServices,
  ) {}

  /** What is wrong with the handle. Words are not filtered in a transaction. */
  async prepare({ input: { handle, owner_id }, caller }: Preparation<Input>): Promise<HandleFault | undefined> {
    if (handle === undefined) return undefined;
    const blog = await this.blogs.findOne({ owner_id: owner_id ?? caller.id }, { select: ['id', 'handle'] });
    return handle === blog?.handle ? undefined : this.handles.faultOf(handle, { id: blog?.id ?? null });
  }

  async run({ input, caller, prepared: fault }: Call<Input, undefined, undefined, HandleFault | undefined>) {
    const { owner_id = caller.id } = input;
    const known = await this.blogs.findOne({ owner_id }, { lock: 'no key update' });
    if (!known && owner_id !== caller.id) throw notFound('Blog');
    if (!known && (input.handle === undefined || input.title === undefined))
      throw new Refusal(400, 'handle and title are needed to start a blog');
    if (fault) throw FAULTS[fault]();
    await this.checkSite(input.analytics_site_id, owner_id);
    if (known) return this.answer(await this.change(known, input), false);
    const made = await this.start(input, owner_id);
    if (made) return this.answer(made, true);
    // The owner has started it at the same moment, or somebody else has taken the handle.
    const other = await this.blogs.findOne({ owner_id }, { lock: 'no key update' });
    if (!other) throw handleTaken();
    return this.answer(await this.change(other, input), false);
  }

  private async start(input: Input, owner_id: string): Promise<Blog | undefined> {
    const { handle } = input;
    const blog = await this.blogs.insertIfAbsent({ ...valuesOf(input), handle, owner_id });
    if (blog && !(await this.handles.took(blog, null))) throw handleTaken();
    return blog;
  }

  private async change(blog: Blog, input: Input): Promise<Blog> {
    const { handle = blog.handle } = input;
    const changed = await this.blogs.change(blog.id, { ...valuesOf(input), handle });
    if (handle !== blog.handle && !(await this.handles.took(changed, blog.handle))) throw handleTaken();
    return changed;
  }

  private async checkSite(siteId: string | null | undefined, ownerId: string): Promise<void> {
    if (siteId && (await this.services.of('analytics')?.ownerOf(siteId)) !== ownerId) throw notFound('Analytics site');
  }

  private async answer(blog: Blog, created: boolean): Promise<Result> {
    return { blog: { ...present(BlogView, blog), url: await this.addresses.homeOf(blog) }, created };
  }
}

/** A reason is kept as long as the blog is blocked. */
function valuesOf({
  owner_id: _owner,
  handle: _handle,
  blocked,
  blocked_reason,
  description,
  cover_url,
  ...plain
}: Input) {
  return {
    ...plain,
    ...(description !== undefined && { description: description || null }),
    ...(cover_url !== undefined && { cover_url }),
    ...(blocked_reason !== undefined && { blocked_reason: blocked_reason || null }),
    ...(blocked === true && { blocked_at: new Date() }),
    ...(blocked === false && { blocked_at: null, blocked_reason: null }),
  };
}
