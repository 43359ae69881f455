import { BareDatabase } from '../support/bare-database.js';
import { DatabaseProxy } from '../support/database-proxy.js';

it('the start waits for a database that answers its first connection too late', async () => {
  let isFirst = true;
  let proxy: DatabaseProxy | undefined;
  const bare = await BareDatabase.open(1, [], async (address) => {
    proxy = await DatabaseProxy.open(address, () => {
      const verdict = isFirst ? 'silence' : 'pass';
      isFirst = false;
      return verdict;
    });
    return proxy.url;
  });
  try {
    const { rows } = await bare.pool.query('SELECT 1 AS one');
    expect({ isFirst, rows }).toEqual({ isFirst: false, rows: [{ one: 1 }] });
  } finally {
    await bare.close();
    proxy?.close();
  }
});

it('the start fails at once where nothing listens', async () => {
  await expect(BareDatabase.open(1, [], () => 'postgres://nobody@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED');
});
