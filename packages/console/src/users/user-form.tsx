import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { BooleanInput, Form, SelectInput, TextInput } from 'react-admin';
import { api } from '../api/api';
import type { User } from '../api/types';
import { useAct } from '../parts/act';
import { nameOf } from '../parts/person';

const FIELDS = ['role', 'user_status', 'verified', 'type'] as const;
const choices = (...ids: string[]) => ids.map((id) => ({ id, name: id }));

/** Sends what was changed, so that nobody's work of meanwhile is undone by the rest. */
export function UserForm({ user }: { user: User }) {
  const { run, isBusy } = useAct();
  const submit = async (given: Partial<User>) => {
    const changed = FIELDS.filter((field) => (given[field] ?? null) !== (user[field] ?? null));
    if (!changed.length) return undefined;
    const changes = Object.fromEntries(changed.map((field) => [field, given[field] ?? null]));
    const outcome = await run(() => api.patch(`admin/users/${user.id}`, changes), `${nameOf(user)} is changed`);
    return outcome === true ? undefined : outcome;
  };
  // Made by the operator alone, this role is shown where it is and offered to nobody else.
  const roles = user.role === 'service_role' ? ['service_role'] : ['user', 'admin'];
  return (
    <Card sx={{ p: 3 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Change
      </Typography>
      <Form defaultValues={user} onSubmit={submit}>
        <SelectInput source="role" choices={choices(...roles)} validate={required} translateChoice={false} />
        <SelectInput
          source="user_status"
          label="Status"
          choices={choices('active', 'suspended', 'banned')}
          validate={required}
          translateChoice={false}
        />
        <TextInput source="type" label="Type, such as creator" />
        <BooleanInput source="verified" />
        <Button type="submit" variant="contained" disabled={isBusy}>
          Save
        </Button>
      </Form>
    </Card>
  );
}

const required = (value: unknown) => (value ? undefined : 'Choose one');
