import { Item } from './item.entity.js';
import { Link } from './sharing.entity.js';

export const OWN_ITEM = { entity: Item, by: 'item_id', thing: 'Item' };

export const OWN_LINK = { entity: Link, by: 'link_id', thing: 'Link' };
