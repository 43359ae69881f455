import SearchIcon from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';

const PAUSE_MS = 250;

interface Props {
  label: string;
  /** The filter that it fills. */
  field: string;
}

/** Searches after a pause in typing; `/` focuses it from anywhere in the list. */
export function Search({ label, field }: Props) {
  const { filterValues, setFilters } = useListContext();
  const current = String((filterValues as Record<string, unknown>)[field] ?? '');
  const [words, setWords] = useState(current);
  const [shown, setShown] = useState(current);
  if (shown !== current) {
    // Changed from elsewhere, by a link or the way back.
    setShown(current);
    if (words.trim() !== current) setWords(current);
  }
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (words.trim() === current) return;
    const timer = setTimeout(() => setFilters({ ...filterValues, [field]: words.trim() || undefined }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, current, field, filterValues, setFilters]);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || (event.target as HTMLElement).closest('input, textarea, [role=dialog]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return (
    <TextField
      type="search"
      label={label}
      value={words}
      onChange={(event) => setWords(event.target.value)}
      inputRef={input}
      margin="none"
      sx={{ width: { xs: '100%', sm: 320 } }}
      slotProps={{
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
        },
        htmlInput: { autoCapitalize: 'none', spellCheck: false },
      }}
    />
  );
}
