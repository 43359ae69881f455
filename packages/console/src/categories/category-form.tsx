import { SelectInput, TextInput } from 'react-admin';
import { api } from '../api/api';
import type { Category } from '../api/types';
import { filled, FormDialog } from '../parts/form-dialog';
import { placesFor } from './tree';

interface Props {
  category: Partial<Category>;
  all: Category[];
  onClose: () => void;
}

/** Its name, and where it stands. */
export function CategoryForm({ category, all, onClose }: Props) {
  const { id } = category;
  const places = placesFor(all, id).map(({ category: place, depth }) => ({
    id: place.id,
    name: `${'\u2003'.repeat(depth)}${place.name}`,
  }));
  return (
    <FormDialog
      title={id ? 'Edit category' : 'Add category'}
      save={id ? 'Save' : 'Add'}
      done={id ? 'Category changed' : 'Category added'}
      values={category}
      submit={({ name, slug, parent_id }) => {
        const body = { parent_id: parent_id ?? null, ...filled({ name, slug }) };
        return id ? api.patch(`admin/categories/${id}`, body) : api.post('admin/categories', filled(body));
      }}
      onClose={onClose}
    >
      <TextInput source="name" autoFocus />
      <TextInput source="slug" label="Slug" helperText="What addresses call it; empty: made from the name" />
      <SelectInput source="parent_id" label="Below" choices={places} emptyText="The top" translateChoice={false} />
    </FormDialog>
  );
}
