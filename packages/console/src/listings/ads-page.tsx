import type { Ad } from '../api/types';
import { List } from '../parts/list';
import { moneyOf } from '../parts/money';
import { Person } from '../parts/person';
import { type Column, Rows } from '../parts/rows';
import { Status } from '../parts/status';
import { StatusTabs } from '../parts/status-tabs';
import { When } from '../parts/when';
import { AdActs } from './ad-acts';

const COLUMNS: Column<Ad>[] = [
  { name: 'Ad', cell: ({ title }) => title },
  { name: 'Owner', cell: ({ owner }) => <Person who={owner} /> },
  { name: 'Status', cell: ({ status }) => <Status value={status} /> },
  { name: 'Budget', cell: ({ budget }) => moneyOf(budget), isNumber: true },
  { name: 'Spent', cell: ({ spent_budget }) => moneyOf(spent_budget), isNumber: true },
  { name: 'Views', cell: ({ views_count }) => views_count.toLocaleString(), isNumber: true },
  { name: 'Placed', cell: ({ created_at }) => <When at={created_at} /> },
];

export function AdsPage() {
  return (
    <List resource="ads" title="Ads" filters={<StatusTabs values={['pending', 'active', 'rejected', 'paused']} />}>
      <Rows label="Ads" columns={COLUMNS} empty="No ads here." acts={(ad) => <AdActs ad={ad} />} />
    </List>
  );
}
