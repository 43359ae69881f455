import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { wordsOf } from '../api/api-error';
import { api } from '../api/api';
import { useAct } from '../parts/act';
import { usePaused } from '../parts/paused';

const SAMPLE = 'Paste here what people wrote, and see what a pattern makes of it.';

interface Preview {
  text: string;
  matches: number;
}

/** A pattern is tried on a text by the very engine that will run it, before it touches what anybody writes. */
export function NewCensor() {
  const [pattern, setPattern] = useState('');
  const [replacement, setReplacement] = useState('');
  const [text, setText] = useState(SAMPLE);
  const { run, isBusy } = useAct();
  const asked = usePaused(JSON.stringify({ pattern, replacement, text }), 250);
  const { data, error } = useQuery({
    queryKey: ['censor preview', asked],
    queryFn: () => api.post<Preview>('admin/censors/preview', JSON.parse(asked) as object),
    enabled: pattern !== '',
    retry: false,
    placeholderData: (before) => before,
  });
  const shown = pattern ? data : undefined;
  const fault = pattern && error ? wordsOf(error) : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const added = await run(
      () => api.post('admin/censors', { pattern, ...(replacement && { replacement }) }),
      'Censor added',
    );
    if (added !== true) return;
    setPattern('');
    setReplacement('');
  };
  return (
    <Card
      component="form"
      onSubmit={(event: FormEvent) => void submit(event)}
      aria-label="New censor"
      sx={{
        p: 2.5,
        mb: 2,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' },
      }}
    >
      <div>
        <TextField
          label="Pattern"
          required
          value={pattern}
          onChange={(event) => setPattern(event.target.value)}
          error={Boolean(fault)}
          helperText={fault ?? 'RE2 syntax; capitals do not matter'}
          slotProps={{
            htmlInput: {
              maxLength: 500,
              autoCapitalize: 'none',
              spellCheck: false,
              style: { fontFamily: 'ui-monospace, monospace' },
            },
          }}
        />
        <TextField
          label="Replacement"
          value={replacement}
          onChange={(event) => setReplacement(event.target.value)}
          helperText="Taken as it stands; empty: it is taken out"
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <Button type="submit" variant="contained" disabled={isBusy || !pattern || Boolean(fault)} sx={{ mt: 1 }}>
          Add censor
        </Button>
      </div>
      <div>
        <TextField
          label="Sample text"
          multiline
          minRows={2}
          maxRows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 10_000 } }}
        />
        <Box role="status" aria-label="Preview" sx={{ mt: 1 }}>
          <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {shown
              ? `${shown.matches} ${shown.matches === 1 ? 'match' : 'matches'}; it becomes`
              : 'Type a pattern to see what it does.'}
          </Typography>
          {shown && (
            <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 200, overflow: 'auto' }}>
              {shown.text || '(nothing)'}
            </Typography>
          )}
        </Box>
      </div>
    </Card>
  );
}
