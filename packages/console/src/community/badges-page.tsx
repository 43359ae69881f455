import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { api } from '../api/api';
import type { Badge } from '../api/types';
import { DeleteButton } from '../parts/delete-button';
import { filled, FormDialog, type Values } from '../parts/form-dialog';
import { List } from '../parts/list';
import { Picture } from '../parts/picture';
import { type Column, Rows } from '../parts/rows';

const COLUMNS: Column<Badge>[] = [
  {
    name: 'Badge',
    cell: ({ name, icon_url }) => (
      <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.25 }}>
        <Picture url={icon_url} name={name} isSquare />
        {name}
      </Box>
    ),
  },
  { name: 'For', cell: ({ description }) => description || '–' },
];

export function BadgesPage() {
  const [isAdding, setAdding] = useState(false);
  return (
    <List
      resource="badges"
      title="Badges"
      actions={
        <Button variant="contained" onClick={() => setAdding(true)}>
          Add badge
        </Button>
      }
    >
      <Rows label="Badges" columns={COLUMNS} empty="No badges yet." acts={(badge) => <Acts badge={badge} />} />
      {isAdding && (
        <BadgeForm
          title="Add badge"
          save="Add"
          done="Badge added"
          submit={(values) => api.post('admin/badges', filled(values))}
          onClose={() => setAdding(false)}
        />
      )}
    </List>
  );
}

function Acts({ badge }: { badge: Badge }) {
  const [open, setOpen] = useState<'award' | 'edit'>();
  const path = `admin/badges/${badge.id}`;
  const close = () => setOpen(undefined);
  return (
    <>
      <Button size="small" aria-label={`Award ${badge.name}`} onClick={() => setOpen('award')}>
        Award
      </Button>
      <Button size="small" aria-label={`Edit ${badge.name}`} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <DeleteButton path={path} name={badge.name} text="Those who have earned it lose it too." done="Badge deleted" />
      {open === 'award' && (
        <FormDialog
          title={`Award ${badge.name}`}
          save="Award"
          done="Badge awarded"
          submit={async ({ who }) => api.post(`${path}/award`, { user_id: await idOf(String(who ?? '')) })}
          onClose={close}
        >
          <TextInput
            source="who"
            label="Username or id"
            autoFocus
            slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
          />
        </FormDialog>
      )}
      {open === 'edit' && (
        <BadgeForm
          title="Edit badge"
          save="Save"
          done="Badge changed"
          values={badge}
          submit={({ name, description, icon_url }) =>
            api.patch(path, { description: description ?? '', ...filled({ name, icon_url }) })
          }
          onClose={close}
        />
      )}
    </>
  );
}

interface FormProps {
  title: string;
  save: string;
  done: string;
  values?: Badge;
  submit: (values: Values) => Promise<unknown>;
  onClose: () => void;
}

function BadgeForm(props: FormProps) {
  return (
    <FormDialog {...props}>
      <TextInput source="name" autoFocus />
      <TextInput source="description" multiline />
      <TextInput source="icon_url" label="Address of the picture" helperText="A medal where there is none" type="url" />
    </FormDialog>
  );
}

/** A profile is found by either. */
async function idOf(who: string): Promise<string> {
  const { user } = await api.get<{ user: { id: string } }>(`users/${encodeURIComponent(who.trim().replace(/^@/, ''))}`);
  return user.id;
}
