/**
 * How much data there is. `quick` proves that everything works; its figures mean nothing. With `usual` and `large` no
 * measurement of some minutes uses up the pairs of callers and people to follow, or the messages to be read.
 */
export const SIZES = {
  quick: {
    network: { users: 400, posts: 10_000 },
    callers: 24,
    follows: 300,
    wallets: 1_000,
    deposits: 2_000,
    sockets: 200,
    rooms: 200,
    unread: 10,
    roomMessages: 60_000,
    links: 500,
    clicks: 10_000,
    pageviews: 100_000,
    bookings: 400,
    subscribers: 1_000,
    tickets: 1_000,
    runs: 100,
    schedules: 200,
    invoices: 2_000,
    sealedPages: 20,
  },
  usual: {
    network: { users: 5_000, posts: 100_000 },
    callers: 64,
    follows: 5_000,
    wallets: 100_000,
    deposits: 20_000,
    sockets: 5_000,
    rooms: 200,
    unread: 50,
    roomMessages: 1_000_000,
    links: 50_000,
    clicks: 1_000_000,
    pageviews: 10_000_000,
    bookings: 20_000,
    subscribers: 100_000,
    tickets: 50_000,
    runs: 10_000,
    schedules: 50_000,
    invoices: 500_000,
    sealedPages: 200,
  },
};
SIZES.large = { ...SIZES.usual, network: { users: 20_000, posts: 500_000 } };
