import { defineEvent } from '../../events/define-event.js';
import type { Category } from './category.entity.js';

const shown = ({ id, name, parent_id, slug }: Category) => ({ id, name, parent_id, slug });

export const CategoryCreated = defineEvent<{ after: Category }>('admin.category_created', {
  data: ({ after }) => ({ category_id: after.id, after: shown(after) }),
  staff: true,
});
export const CategoryUpdated = defineEvent<{ before: Category; after: Category }>('admin.category_updated', {
  data: ({ before, after }) => ({ category_id: before.id, before: shown(before), after: shown(after) }),
  staff: true,
});
export const CategoryDeleted = defineEvent<{ before: Category }>('admin.category_deleted', {
  data: ({ before }) => ({ category_id: before.id, before: shown(before) }),
  staff: true,
});
