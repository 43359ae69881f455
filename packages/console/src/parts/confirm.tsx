import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type ReactNode, useId, useState } from 'react';

export interface Question {
  title: string;
  text: ReactNode;
  /** What the button says: the act itself. */
  yes: string;
  /** Any of these has to be typed first. */
  typed?: string[];
  act: () => Promise<unknown>;
}

interface Props extends Question {
  onClose: () => void;
}

/** For what cannot be taken back. */
export function Confirm({ title, text, yes, typed, act, onClose }: Props) {
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const isSure = !typed || typed.includes(words.trim());
  const submit = async () => {
    if (!isSure || isBusy) return;
    setBusy(true);
    await act();
    setBusy(false);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ overflowWrap: 'anywhere' }}>{text}</DialogContentText>
          {typed && (
            <TextField
              autoFocus
              label={`Type ${typed.map((word) => `“${word}”`).join(' or ')}`}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              autoComplete="off"
              sx={{ mt: 2 }}
            />
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" color="error" variant="contained" autoFocus={!typed} disabled={!isSure || isBusy}>
            {yes}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** `ask(question)` from anywhere in a view, which shows `dialog`. */
export function useConfirm() {
  const [question, setQuestion] = useState<Question>();
  return {
    ask: setQuestion,
    dialog: question && <Confirm {...question} onClose={() => setQuestion(undefined)} />,
  };
}
