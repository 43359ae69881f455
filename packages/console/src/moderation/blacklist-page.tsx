import Button from '@mui/material/Button';
import { useState } from 'react';
import { SelectInput, TextInput } from 'react-admin';
import { api } from '../api/api';
import type { BlacklistEntry } from '../api/types';
import { DeleteButton } from '../parts/delete-button';
import { filled, FormDialog } from '../parts/form-dialog';
import { List } from '../parts/list';
import { type Column, Rows } from '../parts/rows';
import { When } from '../parts/when';

const TYPES = [
  { id: 'email', name: 'E-mail address' },
  { id: 'domain', name: 'Domain, with all in it' },
  { id: 'ip', name: 'IP address or network' },
  { id: 'username', name: 'Username' },
];
const COLUMNS: Column<BlacklistEntry>[] = [
  { name: 'Value', cell: ({ value }) => value },
  { name: 'Type', cell: ({ type }) => TYPES.find(({ id }) => id === type)?.name ?? type },
  { name: 'Reason', cell: ({ reason }) => reason ?? '–' },
  { name: 'Added', cell: ({ created_at }) => <When at={created_at} /> },
];

export function BlacklistPage() {
  const [isAdding, setAdding] = useState(false);
  return (
    <List
      resource="blacklist"
      title="Blacklist"
      actions={
        <Button variant="contained" onClick={() => setAdding(true)}>
          Add entry
        </Button>
      }
    >
      <Rows
        label="Blacklist"
        columns={COLUMNS}
        empty="Nobody is kept out."
        acts={({ id, value }) => (
          <DeleteButton
            path={`admin/blacklist/${id}`}
            name={value}
            text="It no longer keeps anybody from signing up."
            done="Blacklist entry deleted"
          />
        )}
      />
      {isAdding && (
        <FormDialog
          title="Add entry"
          save="Add"
          done="Blacklist entry added"
          values={{ type: 'email' }}
          submit={(values) => api.post('admin/blacklist', filled(values))}
          onClose={() => setAdding(false)}
        >
          <SelectInput source="type" choices={TYPES} translateChoice={false} />
          <TextInput
            source="value"
            autoFocus
            helperText="Such as name@example.com, example.com, 192.0.2.0/24"
            slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
          />
          <TextInput source="reason" label="Reason, for colleagues" />
        </FormDialog>
      )}
    </List>
  );
}
