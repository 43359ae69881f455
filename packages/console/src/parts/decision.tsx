import Button from '@mui/material/Button';
import { api } from '../api/api';
import { useAct } from './act';

interface Choice {
  status: string;
  verb: string;
  done: string;
  isBad?: boolean;
}

interface Props {
  path: string;
  name: string;
  /** Where it stands now: that choice is not offered. */
  status: string;
  choices: Choice[];
}

/** What staff may make of a thing that waits; the other way stays open, as the service has it. */
export function Decision({ path, name, status, choices }: Props) {
  const { run, isBusy } = useAct();
  return choices
    .filter((choice) => choice.status !== status)
    .map(({ status: next, verb, done, isBad }) => (
      <Button
        key={next}
        size="small"
        color={isBad ? 'error' : 'primary'}
        disabled={isBusy}
        aria-label={`${verb} ${name}`}
        onClick={() => void run(() => api.patch(path, { status: next }), done)}
      >
        {verb}
      </Button>
    ));
}
