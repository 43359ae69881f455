import { EntityRepository } from '../../../platform/database/entity.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { containing, List } from '../../kernel/lists/list.js';
import { type Asset, Template, TemplateVersion } from '../entities/template.entity.js';
import type { Slot } from './choices.js';

type Definition = Omit<TemplateVersion, 'id' | 'template_id' | 'owner_id' | 'version' | 'images' | 'created_at'>;

/** A template with its current version. */
export type ShownTemplate = Template &
  Definition & {
    images: ({ slot: Slot } & Pick<Asset, 'content_type' | 'status'>)[];
    active_certificates: number;
    revoked_certificates: number;
  };

const COUNT = (status: string) =>
  `(SELECT count(*)::int FROM ext_certificates.certificates c WHERE c.template_id = t.id AND c.status = '${status}')`;
const COLUMNS = `t.*, v.title, v.description, v.criteria, v.issuer_name, v.issuer_url, v.page, v.orientation, v.layout,
  v.custom_fields, v.validity_days,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('slot', i.key, 'content_type', a.content_type, 'status', a.status)
      ORDER BY i.key), '[]')
    FROM jsonb_each_text(v.images) i, LATERAL (
      SELECT content_type, status FROM ext_certificates.assets WHERE id = i.value::uuid OFFSET 0) a) AS images,
  ${COUNT('active')} AS active_certificates, ${COUNT('revoked')} AS revoked_certificates`;
const FROM = 'ext_certificates.templates t JOIN ext_certificates.template_versions v ON v.id = t.current_version_id';

const TEMPLATES = new List({
  name: 'certificates_templates',
  columns: COLUMNS,
  from: FROM,
  id: 't.id',
  where: 't.owner_id = $1',
  filters: { status: 't.status = ?', q: '(t.name ILIKE ? OR v.title ILIKE ?)' },
  sorts: { newest: { by: 't.created_at', type: 'timestamptz' } },
});
const SHOWN = sql('certificates_template_shown', `SELECT ${COLUMNS} FROM ${FROM} WHERE t.id = $1`);
const LOCK_ACCOUNT = sql('certificates_lock_account', 'SELECT id FROM account.users WHERE id = $1 FOR NO KEY UPDATE');

@AppProvider()
export class TemplateRepository extends EntityRepository<Template> {
  protected readonly entity = Template;

  list(ownerId: string, { status, q }: { status?: string; q?: string }, query: PageQuery) {
    const filters = { status, q: q === undefined ? undefined : containing(q) };
    return TEMPLATES.page<ShownTemplate>(this.database, { values: [ownerId], filters, sort: 'newest', query });
  }

  async shown(id: string): Promise<ShownTemplate> {
    return (await this.one<ShownTemplate>(SHOWN, id)) as ShownTemplate;
  }

  /** All calls that make templates of one owner queue here. */
  async lockAccount(ownerId: string): Promise<void> {
    await this.rows(LOCK_ACCOUNT, ownerId);
  }
}

@AppProvider()
export class TemplateVersionRepository extends EntityRepository<TemplateVersion> {
  protected readonly entity = TemplateVersion;
}
