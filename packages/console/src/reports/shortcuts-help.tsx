import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Fragment } from 'react';

const SHORTCUTS = [
  ['j', 'Next report'],
  ['k', 'Previous report'],
  ['r', 'Resolve'],
  ['d', 'Dismiss'],
  ['x', 'Remove what was reported, and resolve'],
  ['b', 'Ban its author, and resolve'],
  ['o', 'Open what was reported'],
  ['?', 'Show this'],
];

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} aria-labelledby="shortcuts" fullWidth maxWidth="xs">
      <DialogTitle id="shortcuts">Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1.5, m: 0, alignItems: 'center' }}
        >
          {SHORTCUTS.map(([key, act]) => (
            <Fragment key={key}>
              <dt>
                <Key>{key}</Key>
              </dt>
              <Box component="dd" sx={{ m: 0 }}>
                {act}
              </Box>
            </Fragment>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function Key({ children }: { children: string | undefined }) {
  return (
    <Box
      component="kbd"
      sx={{
        display: 'inline-block',
        minWidth: '1.6em',
        px: 0.5,
        textAlign: 'center',
        border: 1,
        borderColor: 'currentColor',
        borderRadius: '5px',
        fontFamily: 'inherit',
        fontSize: '0.75rem !important',
        lineHeight: 1.4,
        opacity: 0.8,
        // Devices without a keyboard do not show the shortcuts.
        '@media (pointer: coarse)': { display: 'none' },
      }}
    >
      {children}
    </Box>
  );
}
