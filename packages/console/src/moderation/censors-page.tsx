import Box from '@mui/material/Box';
import type { Censor } from '../api/types';
import { DeleteButton } from '../parts/delete-button';
import { List } from '../parts/list';
import { type Column, Rows } from '../parts/rows';
import { When } from '../parts/when';
import { NewCensor } from './new-censor';

const CODE = { fontFamily: 'ui-monospace, monospace', fontSize: '0.875rem', whiteSpace: 'pre-wrap' };
const COLUMNS: Column<Censor>[] = [
  {
    name: 'Pattern',
    cell: ({ pattern }) => (
      <Box component="code" sx={CODE}>
        {pattern}
      </Box>
    ),
  },
  {
    name: 'Becomes',
    cell: ({ replacement }) =>
      replacement ? (
        <Box component="code" sx={CODE}>
          {replacement}
        </Box>
      ) : (
        'nothing'
      ),
  },
  { name: 'Added', cell: ({ created_at }) => <When at={created_at} /> },
];

export function CensorsPage() {
  return (
    <List resource="censors" title="Censors">
      <NewCensor />
      <Rows
        label="Censors"
        columns={COLUMNS}
        empty="Nothing is taken out of what people write."
        acts={({ id, pattern }) => (
          <DeleteButton
            path={`admin/censors/${id}`}
            name={pattern}
            text="What is written from now on keeps it. What was changed stays changed."
            done="Censor deleted"
          />
        )}
      />
    </List>
  );
}
