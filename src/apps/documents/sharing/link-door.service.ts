import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Visitor } from '../../kernel/calls/action.js';
import { LinkPasswordsService } from '../../kernel/secrets/link-passwords.service.js';
import type { Item } from '../entities/item.entity.js';
import type { Link } from '../entities/sharing.entity.js';
import { ItemRepository } from '../items/item.repository.js';
import { LinkRepository } from './link.repository.js';

const tooMany = (retryAfterSeconds: number) => new Refusal(429, 'Too many attempts', { retryAfterSeconds });

export interface Opened {
  link: Link;
  item: Item;
}

/** Lets people in who have a link. Before the transaction, so that a wrong password is counted whatever is answered. */
@AppProvider()
export class LinkDoorService {
  constructor(
    private readonly links: LinkRepository,
    private readonly items: ItemRepository,
    private readonly passwords: LinkPasswordsService,
  ) {}

  async enter({ token, password }: { token: string; password?: string }, visitor: Visitor): Promise<Opened> {
    const { link, item } = await this.find(token);
    const hash = link.password_hash;
    if (hash === null) return { link, item };
    if (password === undefined) throw new Refusal(400, 'Password required');
    const isRight = await this.passwords.isRight(password, { id: link.id, hash, visitor, perHour: true }, tooMany);
    if (!isRight) throw new Refusal(400, 'Wrong password');
    return { link, item };
  }

  /** The link, whether or not it has a password. */
  async find(token: string): Promise<Opened> {
    const link = await this.links.ofToken(token);
    const item =
      link && !link.revoked_at ? await this.items.findOne({ id: link.item_id, trashed_at: null }) : undefined;
    if (!link || !item || !(await this.links.isOwnerActive(link.owner_id))) throw notFound('Link');
    if (link.expires_at && link.expires_at <= new Date()) throw new Refusal(409, 'Link has expired');
    return { link, item };
  }

  /** What the link leads to: the item itself, or what lies below it. */
  async below(root: Item, id: string | undefined, kind: Item['kind']): Promise<Item> {
    const thing = kind === 'folder' ? 'Folder' : 'Document';
    const item = id === undefined || id === root.id ? root : await this.items.findOne({ id, trashed_at: null });
    if (!item || item.kind !== kind) throw notFound(thing);
    if (item.id !== root.id && !(await this.items.above(item.parent_id)).includes(root.id)) throw notFound(thing);
    return item;
  }
}
