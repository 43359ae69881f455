import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';

/** The service counts no lists: there is a next page or there is none. */
export function Pager() {
  const { page, setPage, hasNextPage, hasPreviousPage } = useListContext();
  if (!hasNextPage && !hasPreviousPage) return null;
  const go = (to: number) => {
    setPage(to);
    window.scrollTo({ top: 0 });
  };
  return (
    <Box
      component="nav"
      aria-label="Pages"
      sx={{ display: 'flex', justifyContent: 'center', alignItems: 'center', gap: 2, mt: 2 }}
    >
      <Button disabled={!hasPreviousPage} onClick={() => go(page - 1)}>
        Previous
      </Button>
      <span>Page {page}</span>
      <Button disabled={!hasNextPage} onClick={() => go(page + 1)}>
        Next
      </Button>
    </Box>
  );
}
