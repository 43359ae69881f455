import Button from '@mui/material/Button';
import { api } from '../api/api';
import type { Product } from '../api/types';
import { useAct } from '../parts/act';
import { useConfirm } from '../parts/confirm';
import { List } from '../parts/list';
import { moneyOf } from '../parts/money';
import { Person } from '../parts/person';
import { type Column, Rows } from '../parts/rows';
import { Status } from '../parts/status';
import { When } from '../parts/when';

const COLUMNS: Column<Product>[] = [
  { name: 'Product', cell: ({ title }) => title },
  { name: 'Seller', cell: ({ seller }) => <Person who={seller} /> },
  { name: 'Price', cell: ({ price }) => moneyOf(price), isNumber: true },
  { name: 'Status', cell: ({ status }) => <Status value={status} /> },
  { name: 'Made', cell: ({ created_at }) => <When at={created_at} /> },
];

export function ProductsPage() {
  return (
    <List resource="products" title="Products">
      <Rows
        label="Products"
        columns={COLUMNS}
        empty="No products yet."
        acts={(product) => <Removal product={product} />}
      />
    </List>
  );
}

function Removal({ product: { id, title } }: { product: Product }) {
  const { run, isBusy } = useAct();
  const { ask, dialog } = useConfirm();
  return (
    <>
      <Button
        size="small"
        color="error"
        disabled={isBusy}
        aria-label={`Remove ${title}`}
        onClick={() =>
          ask({
            title: `Remove ${title}?`,
            text: 'It is no longer for sale, and goes for good.',
            yes: 'Remove',
            act: () => run(() => api.delete(`admin/products/${id}`), 'Product removed'),
          })
        }
      >
        Remove
      </Button>
      {dialog}
    </>
  );
}
