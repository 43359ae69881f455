import Chip from '@mui/material/Chip';

type Tone = 'success' | 'warning' | 'error' | 'default' | 'primary';

const TONES: Record<string, Tone> = {
  active: 'success',
  approved: 'success',
  completed: 'success',
  published: 'success',
  resolved: 'success',
  pending: 'warning',
  suspended: 'warning',
  paused: 'warning',
  flagged: 'error',
  banned: 'error',
  rejected: 'error',
  failed: 'error',
  admin: 'primary',
  service_role: 'primary',
};

/** The word says it; its colour only helps to find it. */
export function Status({ value }: { value: string | null | undefined }) {
  if (!value) return null;
  const tone = TONES[value] ?? 'default';
  return (
    <Chip label={value.replaceAll('_', ' ')} color={tone} size="small" variant="outlined" sx={{ fontWeight: 550 }} />
  );
}
