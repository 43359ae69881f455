import { Runtime } from '../../../platform/config/runtime.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DocumentsSettings } from '../documents.settings.js';
import type { Item } from '../entities/item.entity.js';
import type { Link } from '../entities/sharing.entity.js';
import { HistoryRepository } from '../items/history.repository.js';
import { type Actor, IN_TRASH } from '../items/item-access.service.js';
import type { LinkWishes } from './link.inputs.js';
import { LinkRepository } from './link.repository.js';
import { EXPIRY_IN_PAST, LINK_IS_REVOKED } from './refusals.js';

const MOST = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Addresses for people without an account. The item or the link is locked by the kernel. */
@AppProvider()
export class LinksService {
  constructor(
    private readonly links: LinkRepository,
    private readonly history: HistoryRepository,
    private readonly settings: AppSettings,
    private readonly runtime: Runtime,
  ) {}

  async create(actor: Actor, item: Item, wishes: LinkWishes, password_hash: string | undefined) {
    if (item.trashed_at) throw new Refusal(409, IN_TRASH);
    const settings = await this.settings.of(DocumentsSettings, item.owner_id);
    if (settings.link_password_required && !password_hash) throw new Refusal(400, 'Password required');
    const { label = null, max_downloads = null, allow_download = true } = wishes;
    const expires_at = expiryOf(wishes, settings.link_expiry_days);
    if ((await this.links.countLive(item.id)) >= MOST) throw new Refusal(409, 'Link limit reached');
    const { link, token } = await this.links.issue({
      owner_id: item.owner_id,
      item_id: item.id,
      label,
      max_downloads,
      allow_download,
      notify_on_open: wishes.notify_on_open ?? settings.notify_on_open,
      expires_at,
      password_hash,
    });
    await this.history.note(item, actor, 'link_created', { link_id: link.id });
    return { link, url: this.urlOf(token) };
  }

  /** `password_hash`: null removes the password, undefined leaves it. */
  async change(link: Link, wishes: LinkWishes, password_hash: string | null | undefined, renew = false) {
    if (link.revoked_at) throw new Refusal(409, LINK_IS_REVOKED);
    const { label, max_downloads, allow_download, notify_on_open } = wishes;
    if (password_hash === null) await this.expectNoneNeeded(link);
    const expires_at = wishes.expires_at === undefined ? undefined : expiryOf(wishes, null);
    const changes = { label, max_downloads, allow_download, notify_on_open, expires_at, password_hash };
    const changed = await this.links.updateOne({ id: link.id }, { ...changes, updated_at: NOW });
    if (!renew) return { link: changed as Link, url: undefined };
    const { link: renewed, token } = await this.links.renew(link.id);
    return { link: renewed as Link, url: this.urlOf(token) };
  }

  async revoke(actor: Actor, link: Link): Promise<Link> {
    const revoked = await this.links.updateOne({ id: link.id, revoked_at: null }, { revoked_at: NOW, updated_at: NOW });
    if (!revoked) return link;
    const item = { id: link.item_id, owner_id: link.owner_id };
    await this.history.note(item, actor, 'link_revoked', { link_id: link.id });
    return revoked;
  }

  private async expectNoneNeeded({ owner_id }: Link): Promise<void> {
    const { link_password_required } = await this.settings.of(DocumentsSettings, owner_id);
    if (link_password_required) throw new Refusal(400, 'Password required');
  }

  private urlOf(token: string): string {
    return `${this.runtime.publicUrl}/v1/apps/documents/public/l/${token}`;
  }
}

function expiryOf({ expires_at }: LinkWishes, days: number | null): Date | null {
  if (expires_at === undefined) return days === null ? null : new Date(Date.now() + days * DAY_MS);
  if (expires_at === null) return null;
  const until = new Date(expires_at);
  if (until <= new Date()) throw new Refusal(400, EXPIRY_IN_PAST);
  return until;
}
