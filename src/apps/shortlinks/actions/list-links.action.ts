import { IsBoolean, IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { forbidden } from '../../../platform/http/refusal.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { STATUSES } from '../entities/link.entity.js';
import { LinkRepository, type LinkSort } from '../links/link.repository.js';
import { LinksService } from '../links/links.service.js';
import { ReportRepository } from '../reports/report.repository.js';
import { ListedLink } from '../shortlinks.views.js';

class Input extends Page {
  /** Part of a slug, a title or an address. */
  @Optional() @Chars(1, 200) q?: string;
  @Optional() @Chars(1, 40) tag?: string;
  @Optional() @IsIn(STATUSES) status?: string;
  @Optional() @Nullable() @Uuid() domain_id?: string | null;
  @Optional() @IsIn(['created', 'clicks']) sort?: LinkSort;
  @Optional() @IsBoolean() reported?: boolean;
}

class Result extends pageOf('links', () => ListedLink) {}

@Action('list-links', {
  access: 'authenticated',
  description: 'The own links; for admins who ask for them, the reported ones of everybody.',
  input: Input,
  result: Result,
  refuses: { 403: ['Forbidden'] },
})
export class ListLinks {
  constructor(
    private readonly repository: LinkRepository,
    private readonly reports: ReportRepository,
    private readonly links: LinksService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { cursor, limit, sort = 'created', reported, ...filters } = input;
    if (reported && !seesAsAdmin(caller)) throw forbidden();
    const ownerId = reported ? undefined : caller.id;
    const { rows, next_cursor } = await this.repository.list(ownerId, filters, sort, pageQuery({ cursor, limit }));
    const links = await this.links.present(rows);
    if (!reported) return { links, next_cursor };
    const reports = await this.reports.of(rows.map(({ id }) => id));
    return { links: links.map((link) => ({ ...link, reports: reports.get(link.id) })), next_cursor };
  }
}
