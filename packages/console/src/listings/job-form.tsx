import { SelectInput, TextInput } from 'react-admin';
import { api } from '../api/api';
import type { Job } from '../api/types';
import { useWhole } from '../api/use-whole';
import { FormDialog } from '../parts/form-dialog';

interface Props {
  id: string;
  statuses: string[];
  onClose: () => void;
}

export function JobForm({ id, statuses, onClose }: Props) {
  const { data: job } = useWhole<Job>('jobs', id);
  if (!job) return null;
  return (
    <FormDialog
      title="Edit job"
      save="Save"
      done="Job changed"
      values={job}
      submit={({ title, location, status, description }) =>
        api.patch(`admin/jobs/${id}`, { title, location, status, description })
      }
      onClose={onClose}
    >
      <TextInput source="title" autoFocus />
      <TextInput source="location" />
      <TextInput source="description" multiline minRows={3} maxRows={10} />
      <SelectInput source="status" choices={statuses.map((one) => ({ id: one, name: one }))} translateChoice={false} />
    </FormDialog>
  );
}
