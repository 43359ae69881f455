import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { type Appearance, chooseAppearance, useAppearance } from '../look/appearance';
import { session } from '../session/session';

const APPEARANCES: [Appearance, string][] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function UserMenu() {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const appearance = useAppearance();
  const close = () => setAnchor(undefined);
  return (
    <>
      <Tooltip title="Account and appearance">
        <IconButton
          color="inherit"
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <AccountIcon />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={close}>
        <ListSubheader sx={{ lineHeight: 2.5 }}>{session.staff?.email}</ListSubheader>
        <Divider />
        <ListSubheader sx={{ lineHeight: 2.5 }}>Appearance</ListSubheader>
        {APPEARANCES.map(([value, name]) => (
          <MenuItem
            key={value}
            role="menuitemradio"
            aria-checked={appearance === value}
            selected={appearance === value}
            onClick={() => {
              chooseAppearance(value);
              close();
            }}
          >
            {name}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem onClick={() => void session.signOut()}>Sign out</MenuItem>
      </Menu>
    </>
  );
}
