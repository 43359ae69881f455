import { randomUUID } from 'node:crypto';
import { DetachMissing } from '../../../src/apps/pixels/jobs/detach-missing.job.js';
import { PixelsService } from '../../../src/apps/pixels/pixels.service.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Desk, META, OWN, type Target } from './desk.js';

let desk: Desk;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  desk = await Desk.start();
  [ann, bob] = await Promise.all([desk.person(), desk.person()]);
});
afterAll(() => desk.stop());

let id = 5_000_000_000;
const meta = (who: Account, more: object = {}) => desk.pixel(who, { ...META, external_id: `${++id}`, ...more });
const linked = async (who: Account, more: object = {}): Promise<Target> => ({
  target_app: 'shortlinks',
  target_id: (await desk.link(who, more)).id,
});
const rendered = ({ target_app, target_id }: Target) =>
  desk.service.app.get(PixelsService, { strict: false }).attachedTo(target_app, target_id);

describe('a pixel', () => {
  it('is attached to links, pages and blogs of its owner, and shown with their names', async () => {
    const pixel = await meta(ann);
    const link = await linked(ann, { slug: 'Spring', title: 'Spring sale' });
    const [page, blog] = [await desk.page(ann, 'biolinks', 'ann'), await desk.page(ann, 'blog', 'notes')];
    const made = await desk.attach(ann, pixel, link, page, link);
    expect(made).toMatchObject({ attached: 2, unchanged: 0 });
    expect(made.attachments).toHaveLength(2);
    expect(made.attachments[0]).toMatchObject({
      ...link,
      pixel_id: pixel.id,
      event: 'PageView',
      label: 'Spring sale',
      url: 'https://hub.example/v1/apps/shortlinks/public/spring',
      missing: false,
    });
    const again = await desk.ask(ann, 'attach-pixel', { pixel_id: pixel.id, targets: [page, blog], event: 'Lead' });
    expect(again).toMatchObject({ attached: 1, unchanged: 1 });
    const changed = again.attachments.find(({ target_id }: any) => target_id === page.target_id);
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(changed.created_at));
    const { attachments, pixel: shown, embed } = await desk.show(ann, pixel);
    expect([shown.attachment_count, embed]).toEqual([3, null]);
    const events = attachments.map(({ target_id, event, label }: any) => [target_id, event, label]);
    expect(events[0]).toEqual([blog.target_id, 'Lead', 'notes']);
    expect(events.slice(1)).toEqual(
      expect.arrayContaining([
        [page.target_id, 'Lead', 'ann'],
        [link.target_id, 'PageView', 'Spring sale'],
      ]),
    );
    const { link: details } = (
      await ann.client.post('/v1/apps/shortlinks/get-link', { link_id: link.target_id }).expect(200)
    ).body;
    expect(details.pixel_ids).toEqual([pixel.id]);
    expect(
      await desk.ask(ann, 'detach-pixel', { pixel_id: pixel.id, targets: [page, await desk.page(ann, 'biolinks')] }),
    ).toEqual({
      detached: 1,
    });
    expect(await desk.ask(ann, 'detach-pixel', { pixel_id: pixel.id })).toEqual({ detached: 2 });
    expect(await desk.ask(ann, 'detach-pixel', { pixel_id: pixel.id })).toEqual({ detached: 0 });
  });

  it('is attached to all of the targets or to none, and never to those of others', async () => {
    const pixel = await meta(ann);
    const own = await linked(ann);
    const gone = { target_app: 'shortlinks', target_id: randomUUID() } as const;
    for (const other of [
      await linked(bob),
      await desk.page(bob, 'biolinks'),
      gone,
      { ...own, target_app: 'blog' as const },
    ]) {
      const input = { pixel_id: pixel.id, targets: [own, other] };
      await desk.refused(ann, 'attach-pixel', input, 404, `Target not found: ${other.target_id}`);
    }
    await desk.refused(bob, 'attach-pixel', { pixel_id: pixel.id, targets: [own] }, 403, 'Forbidden');
    const many = Array.from({ length: 101 }, () => own);
    for (const targets of [[], many, [{ target_app: 'qr', target_id: own.target_id }], ['x'], [{ ...own, more: 1 }]])
      await desk.call(ann, 'attach-pixel', { pixel_id: pixel.id, targets }).expect(400);
    const event = { pixel_id: pixel.id, targets: [own], event: 'Purchase' };
    await desk.call(ann, 'attach-pixel', event).expect(400);
    expect((await desk.show(ann, pixel)).attachments).toEqual([]);
    // Staff attaches for the owner, to what is the owner's.
    const admin = await desk.service.admin();
    await desk.ask(admin, 'attach-pixel', { pixel_id: pixel.id, targets: [own] });
    expect(await rendered(own)).toHaveLength(1);
  });

  it('is one of ten at most on a target, of twenty that come at once too', async () => {
    const [link, other] = [await linked(ann), await linked(ann)];
    const pixels = await Promise.all(Array.from({ length: 20 }, () => meta(ann)));
    // In both orders, so that two calls without an order of locks would wait for each other.
    const answers = await atOnce(20, (n) =>
      desk.call(ann, 'attach-pixel', { pixel_id: pixels[n].id, targets: n % 2 ? [link, other] : [other, link] }),
    );
    expect(tally(answers)).toEqual({ 200: 10, 409: 10 });
    const told = refusals(answers).map(({ error }: any) => error.split(': ')[0]);
    expect(new Set(told)).toEqual(new Set(['Target already has 10 pixels']));
    expect(await rendered(link)).toHaveLength(10);
    const late = await meta(ann);
    await desk.refused(
      ann,
      'attach-pixel',
      { pixel_id: late.id, targets: [await linked(ann), other] },
      409,
      `Target already has 10 pixels: ${other.target_id}`,
    );
    const [known] = await rendered(other);
    await desk.ask(ann, 'attach-pixel', { pixel_id: known?.pixel_id, targets: [other], event: 'Contact' });
    expect(
      (await rendered(other))
        .map(({ event }) => event)
        .sort()
        .slice(0, 2),
    ).toEqual(['Contact', 'PageView']);
  });

  it('is deleted while others attach and change it, and leaves nothing', async () => {
    const [pixel, link] = [await meta(ann), await linked(ann)];
    const given = { pixel_id: pixel.id };
    const answers = await atOnce(20, (n) => {
      if (n === 7) return desk.call(ann, 'delete-pixel', given);
      if (n % 3 === 0) return desk.call(ann, 'update-pixel', { ...given, name: `No ${n}` });
      return desk.call(ann, n % 3 === 1 ? 'attach-pixel' : 'detach-pixel', { ...given, targets: [link] });
    });
    expect(Object.keys(tally(answers)).filter((status) => status !== '200' && status !== '404')).toEqual([]);
    expect(await rendered(link)).toEqual([]);
    expect(await desk.rows('SELECT FROM ext_pixels.attachments WHERE pixel_id = $1', pixel.id)).toEqual([]);
  });

  it('is attached once by twenty that do the same', async () => {
    const [pixel, link] = [await meta(ann), await linked(ann)];
    const answers = await atOnce(20, () =>
      desk.call(ann, 'attach-pixel', { pixel_id: pixel.id, targets: [link] }).expect(200),
    );
    const sum = (name: string) => answers.reduce((all, { body }) => all + body[name], 0);
    expect([sum('attached'), sum('unchanged')]).toEqual([1, 19]);
  });
});

describe('what a page is told', () => {
  it('are the active pixels of an active owner, with what the bar says', async () => {
    const eve = await desk.person();
    const [page, own, network] = [await desk.page(eve, 'biolinks'), await desk.pixel(eve), await meta(eve)];
    await desk.ask(eve, 'update-pixel', { pixel_id: own.id, consent: 'not_required' });
    await desk.attach(eve, own, page);
    await desk.attach(eve, network, page);
    const { external_id } = network;
    const bar = { text: 'This page uses advertising cookies.', privacy_url: null as string | null };
    const shown = { attachment_id: expect.any(String), event: 'PageView' };
    const both = [
      { ...shown, pixel_id: own.id, provider: 'own', external_id: null, consent: 'not_required' },
      { ...shown, pixel_id: network.id, provider: 'meta', external_id, consent: 'required', bar },
    ];
    expect(await rendered(page)).toEqual(both);
    bar.text = 'Cookies?';
    bar.privacy_url = 'https://shop.example/privacy';
    await desk.ask(eve, 'update-settings', { consent_text: bar.text, privacy_url: bar.privacy_url });
    expect(await rendered(page)).toEqual(both);
    await desk.ask(eve, 'update-pixel', { pixel_id: own.id, status: 'paused' });
    expect(await rendered(page)).toEqual(both.slice(1));
    await eve.client.post('/v1/apps/uninstall', { slug: 'pixels' }).expect(200);
    expect(await rendered(page)).toHaveLength(1);
    for (const status of ['banned', 'suspended'] as const) {
      await desk.service.setStatus(eve.id, status);
      expect(await rendered(page)).toEqual([]);
    }
    expect(await rendered({ ...page, target_app: 'blog' })).toEqual([]);
  });
});

describe('the nightly job', () => {
  it('detaches what is gone, and leaves what cannot be asked for', async () => {
    const eve = await desk.person();
    const pixel = await desk.pixel(eve, OWN);
    const [link, page, blog] = [await linked(eve), await desk.page(eve, 'biolinks'), await desk.page(eve, 'blog')];
    await desk.attach(eve, pixel, link, page, blog);
    await eve.client.post('/v1/apps/biolinks/delete-page', { page_id: page.target_id }).expect(200);
    await eve.client.post('/v1/apps/shortlinks/delete-link', { link_id: link.target_id }).expect(200);
    const missing = (await desk.show(eve, pixel)).attachments.map((one: any) => [one.target_app, one.missing]);
    expect(new Map(missing)).toEqual(
      new Map([
        ['blog', false],
        ['biolinks', true],
        ['shortlinks', true],
      ]),
    );
    const there = desk.service.beside('blog', undefined);
    await desk.run(DetachMissing);
    there();
    const { attachments } = await desk.show(eve, pixel);
    expect(attachments).toMatchObject([blog]);
    await desk.run(DetachMissing);
    expect((await desk.show(eve, pixel)).attachments).toHaveLength(1);
  });
});
