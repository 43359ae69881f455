/** All that is reckoned here is in the currency of the wallets. */
const MONEY = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
});

export const moneyOf = (amount: number) => MONEY.format(amount);
