import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { api } from '../api/api';
import type { Withdrawal } from '../api/types';
import { useAct } from '../parts/act';
import { useConfirm } from '../parts/confirm';
import { List } from '../parts/list';
import { moneyOf } from '../parts/money';
import { type Column, Rows } from '../parts/rows';
import { Status } from '../parts/status';
import { StatusTabs } from '../parts/status-tabs';
import { When } from '../parts/when';

const COLUMNS: Column<Withdrawal>[] = [
  {
    name: 'User',
    cell: ({ user_id }) =>
      user_id ? (
        <Link component={RouterLink} to={`/users/${user_id}`}>
          user {user_id.slice(-6)}
        </Link>
      ) : (
        'deleted account'
      ),
  },
  { name: 'Amount', cell: ({ amount }) => moneyOf(Math.abs(amount)), isNumber: true },
  { name: 'Status', cell: ({ status }) => <Status value={status} /> },
  { name: 'Asked', cell: ({ created_at }) => <When at={created_at} isExact /> },
  { name: 'Decided', cell: ({ decided_at }) => (decided_at ? <When at={decided_at} isExact /> : '–') },
  { name: 'Paid out as', cell: ({ processor_transfer_id }) => processor_transfer_id ?? '–' },
];

export function WithdrawalsPage() {
  return (
    <List
      resource="withdrawals"
      title="Withdrawals"
      filters={<StatusTabs values={['pending', 'completed', 'failed']} />}
    >
      <Rows
        label="Withdrawals"
        columns={COLUMNS}
        empty="Nobody asks for money."
        acts={(withdrawal) => withdrawal.status === 'pending' && <Acts withdrawal={withdrawal} />}
      />
    </List>
  );
}

/** Money is asked about each time. */
function Acts({ withdrawal: { id, amount } }: { withdrawal: Withdrawal }) {
  const { run, isBusy } = useAct();
  const { ask, dialog } = useConfirm();
  const sum = moneyOf(Math.abs(amount));
  const decide = (verb: string, text: string, body: object, done: string, color?: 'error') => (
    <Button
      size="small"
      color={color}
      disabled={isBusy}
      aria-label={`${verb}: ${sum}`}
      onClick={() =>
        ask({
          title: `${verb}: ${sum}?`,
          text,
          yes: verb,
          act: () => run(() => api.patch(`admin/withdrawals/${id}`, body), done),
        })
      }
    >
      {verb}
    </Button>
  );
  return (
    <>
      {decide(
        'Pay out',
        'The payment processor sends the money to the user’s account there, and the balance falls.',
        { status: 'completed', payout: 'processor' },
        'Paid out',
      )}
      {decide(
        'Was paid',
        'The money has left by another way already; only the balance falls now.',
        { status: 'completed', payout: 'manual' },
        'Withdrawal completed',
      )}
      {decide('Refuse', 'The money stays in the wallet.', { status: 'failed' }, 'Withdrawal refused', 'error')}
      {dialog}
    </>
  );
}
