import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Job } from '../api/types';
import { Decision } from '../parts/decision';
import { List } from '../parts/list';
import { Person } from '../parts/person';
import { type Column, Rows } from '../parts/rows';
import { Status } from '../parts/status';
import { StatusTabs } from '../parts/status-tabs';
import { When } from '../parts/when';
import { JobForm } from './job-form';

const STATUSES = ['pending', 'active', 'rejected', 'closed'];
const CHOICES = [
  { status: 'active', verb: 'Approve', done: 'Job approved' },
  { status: 'rejected', verb: 'Reject', done: 'Job rejected', isBad: true },
];
const COLUMNS: Column<Job>[] = [
  { name: 'Job', cell: ({ title }) => title },
  { name: 'Poster', cell: ({ poster }) => <Person who={poster} /> },
  { name: 'Location', cell: ({ location }) => location },
  { name: 'Status', cell: ({ status }) => <Status value={status} /> },
  { name: 'Offered', cell: ({ created_at }) => <When at={created_at} /> },
];

export function JobsPage() {
  return (
    <List resource="jobs" title="Jobs" filters={<StatusTabs values={STATUSES} />}>
      <Rows label="Jobs" columns={COLUMNS} empty="No jobs here." acts={(job) => <Acts job={job} />} />
    </List>
  );
}

function Acts({ job }: { job: Job }) {
  const [isEditing, setEditing] = useState(false);
  const { id, title, status } = job;
  return (
    <>
      {status === 'pending' && <Decision path={`admin/jobs/${id}`} name={title} status={status} choices={CHOICES} />}
      <Button size="small" aria-label={`Edit ${title}`} onClick={() => setEditing(true)}>
        Edit
      </Button>
      {isEditing && <JobForm id={id} statuses={STATUSES} onClose={() => setEditing(false)} />}
    </>
  );
}
