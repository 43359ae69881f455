import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';

interface Props {
  title: string;
  /** What stands before the title, as the way back. */
  before?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A view of the console: its heading, what can be done in all of it, and what it holds. */
export function Page({ title, before, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  return (
    <Box sx={{ width: '100%', maxWidth: 1200, mx: 'auto', px: { xs: 0.5, sm: 2 }, pt: { xs: 2, sm: 3 }, pb: 6 }}>
      {before}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Typography variant="h1" sx={{ flex: '1 1 auto', maxWidth: '100%', overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {actions}
      </Box>
      {children}
    </Box>
  );
}
