import Button from '@mui/material/Button';
import { api } from '../api/api';
import { useAct } from './act';
import { useConfirm } from './confirm';

interface Props {
  path: string;
  name: string;
  /** What follows from it. */
  text: string;
  done: string;
}

export function DeleteButton({ path, name, text, done }: Props) {
  const { run, isBusy } = useAct();
  const { ask, dialog } = useConfirm();
  return (
    <>
      <Button
        size="small"
        color="error"
        disabled={isBusy}
        aria-label={`Delete ${name}`}
        onClick={() =>
          ask({ title: `Delete ${name}?`, text, yes: 'Delete', act: () => run(() => api.delete(path), done) })
        }
      >
        Delete
      </Button>
      {dialog}
    </>
  );
}
