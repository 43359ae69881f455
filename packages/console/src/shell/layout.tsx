import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { AppBar, Layout as Frame, LoadingIndicator } from 'react-admin';
import { Menu } from './menu';
import { UserMenu } from './user-menu';

function Bar() {
  return (
    <AppBar alwaysOn toolbar={<LoadingIndicator />} userMenu={<UserMenu />}>
      <Typography component="span" sx={{ flex: 1, pl: 0.5, fontWeight: 650 }} noWrap>
        Console
      </Typography>
    </AppBar>
  );
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <Frame appBar={Bar} appBarAlwaysOn menu={Menu}>
      {children}
    </Frame>
  );
}
