import Button from '@mui/material/Button';
import { useState } from 'react';
import { NumberInput, TextInput } from 'react-admin';
import { api } from '../api/api';
import type { RoomCategory } from '../api/types';
import { DeleteButton } from '../parts/delete-button';
import { filled, FormDialog } from '../parts/form-dialog';
import { List } from '../parts/list';
import { type Column, Rows } from '../parts/rows';

const COLUMNS: Column<RoomCategory>[] = [
  { name: 'Category', cell: ({ name, icon }) => [icon, name].filter(Boolean).join(' ') },
  { name: 'Position', cell: ({ position }) => position, isNumber: true },
];

export function RoomCategoriesPage() {
  const [edited, setEdited] = useState<Partial<RoomCategory>>();
  const { id } = edited ?? {};
  return (
    <List
      resource="room-categories"
      title="Room categories"
      actions={
        <Button variant="contained" onClick={() => setEdited({})}>
          Add category
        </Button>
      }
    >
      <Rows
        label="Room categories"
        columns={COLUMNS}
        empty="No categories yet."
        acts={(category) => (
          <>
            <Button size="small" aria-label={`Edit ${category.name}`} onClick={() => setEdited(category)}>
              Edit
            </Button>
            <DeleteButton
              path={`admin/room-categories/${category.id}`}
              name={category.name}
              text="Its rooms have no category from then on."
              done="Category deleted"
            />
          </>
        )}
      />
      {edited && (
        <FormDialog
          title={id ? 'Edit category' : 'Add category'}
          save={id ? 'Save' : 'Add'}
          done={id ? 'Category changed' : 'Category added'}
          values={edited}
          submit={({ name, icon, position }) =>
            id
              ? api.patch(`admin/room-categories/${id}`, {
                  icon: icon ?? null,
                  ...filled({ name, position }),
                })
              : api.post('admin/room-categories', filled({ name, icon, position }))
          }
          onClose={() => setEdited(undefined)}
        >
          <TextInput source="name" autoFocus />
          <TextInput source="icon" helperText="An emoji" />
          <NumberInput source="position" min={0} step={1} helperText="Where it stands; empty: last" />
        </FormDialog>
      )}
    </List>
  );
}
