import { CommunityLifeExport } from '../../src/community/community-life.export.js';
import type { Account } from '../support/service.js';
import { newId, subscription, told } from '../payments/subscriptions.js';
import { seconds } from '../payments/webhook.js';
import { Bank } from './bank.js';
import { later, metadata } from './club.js';
import { written } from '../support/written.js';

let bank: Bank;
beforeAll(async () => {
  bank = await Bank.start();
});
afterAll(() => bank.stop());

it('the export of an account holds its tips, tier memberships, badges and broadcasts, and none of others', async () => {
  const [ann, bob, admin] = [await bank.service.account(), await bank.service.account(), await bank.service.admin()];
  const sections = bank.service.app.get(CommunityLifeExport, { strict: false });
  const copyOf = ({ id }: Account) => written(bank.service, sections.content(id));
  const nothing = { tips: [], memberships: [], badges: [], broadcasts: { hosted: [], joined: [] } };
  expect(await copyOf(ann)).toEqual(nothing);
  const tip = { recipient_id: ann.id, amount: 5 };
  const { body: tipped } = await bob.client.post('/v1/community/tips', tip).expect(200);
  const paid = subscription(newId(), { metadata: metadata(ann), end: later() });
  await bank.webhook.deliver(told('created', seconds(), paid));
  const { body: all } = await admin.client.get('/v1/admin/badges').expect(200);
  const award = `/v1/admin/badges/${all.badges[0].id}/award`;
  const { body: awarded } = await admin.client.post(award, { user_id: ann.id }).expect(200);
  const { body: live } = await ann.client.post('/v1/community/broadcast/start').expect(200);
  await bob.client.post('/v1/community/broadcast/join', { broadcast_id: live.broadcast.id }).expect(200);
  expect(await copyOf(ann)).toEqual({
    tips: [tipped.tip],
    memberships: [expect.objectContaining({ user_id: ann.id, tier: 'gold', status: 'active' })],
    badges: [awarded.user_badge],
    broadcasts: { hosted: [expect.objectContaining({ id: live.broadcast.id })], joined: [] },
  });
  expect(await copyOf(bob)).toMatchObject({
    tips: [tipped.tip],
    broadcasts: { hosted: [], joined: [{ broadcast_id: live.broadcast.id }] },
  });
  expect(await copyOf(admin)).toEqual(nothing);
});
