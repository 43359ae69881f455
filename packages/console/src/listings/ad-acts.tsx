import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import { useId, useState } from 'react';
import { wordsOf } from '../api/api-error';
import type { Ad } from '../api/types';
import { useWhole } from '../api/use-whole';
import { Decision } from '../parts/decision';
import { Facts } from '../parts/facts';
import { here } from '../parts/picture';

const CHOICES = [
  { status: 'active', verb: 'Approve', done: 'Ad approved' },
  { status: 'rejected', verb: 'Reject', done: 'Ad rejected', isBad: true },
];

export function AdActs({ ad: { id, title, status } }: { ad: Ad }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`Look at ${title}`} onClick={() => setOpen(true)}>
        Look
      </Button>
      <Decision path={`admin/ads/${id}`} name={title} status={status} choices={CHOICES} />
      {isOpen && <AdDialog id={id} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What people would be shown, and where it would lead them. */
function AdDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const { data, error } = useWhole<Ad>('ads', id);
  const titleId = useId();
  const image = here(data?.media_url);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent>
        {error && wordsOf(error)}
        {image && <Box component="img" src={image} alt="The ad" sx={{ maxWidth: '100%', borderRadius: 2, mb: 2 }} />}
        {data && (
          <Facts
            facts={[
              ['Picture', <Address key="picture" url={data.media_url} />],
              ['Leads to', <Address key="target" url={data.target_url} />],
            ]}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Address({ url }: { url: string | null | undefined }) {
  if (!url) return '–';
  return (
    <Link href={url} target="_blank" rel="noreferrer">
      {url}
    </Link>
  );
}
