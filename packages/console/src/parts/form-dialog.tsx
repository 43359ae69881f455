import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { Form } from 'react-admin';
import { type Faults, useAct } from './act';

export type Values = Record<string, unknown>;

interface Props {
  title: string;
  save: string;
  /** What is said when it is done. */
  done: string;
  values?: object;
  submit: (values: Values) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** Inputs over the view; what the service finds fault with is said beside the field. */
export function FormDialog({ title, save, done, values, submit, onClose, children }: Props) {
  const { run, isBusy } = useAct();
  const id = useId();
  const send = async (given: Values): Promise<Faults | undefined> => {
    const outcome = await run(() => submit(given), done);
    if (outcome !== true) return outcome;
    onClose();
    return undefined;
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <Form defaultValues={values} onSubmit={send}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid' }}>{children}</DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            {save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Without what was left empty. */
export const filled = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
