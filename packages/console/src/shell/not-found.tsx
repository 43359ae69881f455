import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Page } from '../parts/page';

export function NotFound() {
  return (
    <Page title="There is nothing here">
      <Button component={Link} to="/" variant="outlined">
        To the overview
      </Button>
    </Page>
  );
}
