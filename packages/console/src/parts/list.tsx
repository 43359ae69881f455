import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { ListBase } from 'react-admin';
import { Page } from './page';

interface Props {
  resource: string;
  title: string;
  perPage?: number;
  /** Stands under the title, and sees the list. */
  filters?: ReactNode;
  actions?: ReactNode;
  startsWith?: Record<string, string>;
  children: ReactNode;
}

/** A list of the service: page and filter stand in the address, so that it can be kept and sent. */
export function List({ resource, title, perPage = 50, filters, actions, startsWith, children }: Props) {
  return (
    <ListBase
      resource={resource}
      perPage={perPage}
      storeKey={false}
      filterDefaultValues={startsWith}
      disableAuthentication
    >
      <Page title={title} actions={actions}>
        {filters && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2 }}>{filters}</Box>}
        {children}
      </Page>
    </ListBase>
  );
}
