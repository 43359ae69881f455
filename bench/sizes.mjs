/** How much data there is. `quick` proves that everything works; its figures mean nothing. */
export const SIZES = {
  quick: {
    network: { users: 400, posts: 10_000 },
    follows: 300,
    wallets: 1_000,
    deposits: 2_000,
    requests: 5_000,
    sockets: 200,
    roomMessages: 60_000,
    links: 500,
    clicks: 10_000,
  },
  usual: {
    network: { users: 5_000, posts: 100_000 },
    follows: 5_000,
    wallets: 100_000,
    deposits: 20_000,
    requests: 20_000,
    sockets: 5_000,
    roomMessages: 1_000_000,
    links: 50_000,
    clicks: 1_000_000,
  },
};
SIZES.large = { ...SIZES.usual, network: { users: 20_000, posts: 500_000 } };
