import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useSidebarState } from 'react-admin';
import { NavLink } from 'react-router-dom';
import { SECTIONS } from './sections';

const LINK = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  mx: 1,
  px: 1.25,
  minHeight: 33,
  borderRadius: '8px',
  color: 'text.secondary',
  textDecoration: 'none',
  fontSize: '0.9375rem',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&:focus-visible': { outlineOffset: -2 },
  '&.active': { color: 'primary.main', bgcolor: 'action.selected', fontWeight: 600 },
  '& svg': { fontSize: '1.25rem', flexShrink: 0 },
};

/** Links in a list, each reached by Tab; closed, their icons alone, which keep their names. */
export function Menu() {
  const [isOpen, setOpen] = useSidebarState();
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <Box component="nav" aria-label="Console" sx={{ width: isOpen ? 232 : 56, pt: isNarrow ? 2 : 1, pb: 3 }}>
      {SECTIONS.map(({ title, entries }) => (
        <Box key={entries[0]?.[0]} sx={{ mb: 0.5 }}>
          {title && isOpen && (
            <Typography
              sx={{
                px: 2.25,
                pt: 0.75,
                pb: 0.25,
                fontSize: '0.75rem',
                fontWeight: 600,
                color: 'text.secondary',
              }}
            >
              {title}
            </Typography>
          )}
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '2px' }}>
            {entries.map(([path, name, Icon]) => (
              <li key={path}>
                <Box
                  component={NavLink}
                  to={path}
                  end={path === '/'}
                  sx={LINK}
                  aria-label={name}
                  title={isOpen ? undefined : name}
                  onClick={() => isNarrow && setOpen(false)}
                >
                  <Icon aria-hidden />
                  {isOpen && name}
                </Box>
              </li>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
