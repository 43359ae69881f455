import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { wordsOf } from '../api/api-error';
import type { AuthorshipRequest } from '../api/types';
import { useWhole } from '../api/use-whole';

/** What the person wrote to the request. */
export function Note({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`Note of ${name}`} onClick={() => setOpen(true)}>
        Note
      </Button>
      {isOpen && <NoteDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function NoteDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { data, error } = useWhole<AuthorshipRequest>('authorship-requests', id);
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>Note of {name}</DialogTitle>
      <DialogContent sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {error ? wordsOf(error) : data ? (data.note ?? 'Nothing was written.') : 'One moment …'}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
