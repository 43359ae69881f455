import { CATALOGUE } from '../../src/apps/catalogue.js';
import { expectContract, OWN_ACTIONS } from '../../src/apps/contract-counts.js';
import { declaredApp } from '../../src/apps/kernel/app.js';
import { CONTRACT_APPS } from './contract-apps.js';

it("a start has each app of the specification's table", () => {
  const table = Object.entries(CONTRACT_APPS).map(([slug, { actions }]) => [slug, actions]);
  expect(OWN_ACTIONS).toEqual(Object.fromEntries(table));
  expect(() => expectContract(CATALOGUE)).not.toThrow();
});

it('a start fails without one of them, or with another number of actions', () => {
  const others = CATALOGUE.filter((type) => declaredApp(type)?.slug !== 'blog');
  expect(() => expectContract(others)).toThrow('The app blog of the contract is not in the catalogue');
  const blog = declaredApp(CATALOGUE.find((type) => !others.includes(type)) as (typeof CATALOGUE)[number]);
  const action = blog?.actions.pop();
  expect(() => expectContract(CATALOGUE)).toThrow('The app blog has 10 actions, and 11 by the contract');
  if (action) blog?.actions.push(action);
});
