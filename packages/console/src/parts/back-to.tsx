import BackIcon from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export function BackTo({ list, children }: { list: string; children: ReactNode }) {
  return (
    <Button component={Link} to={`/${list}`} size="small" startIcon={<BackIcon />} sx={{ mb: 1, ml: -0.5 }}>
      {children}
    </Button>
  );
}
