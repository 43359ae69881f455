import type { Browser, Page } from 'playwright-core';
import { inBrowser, openPage, startBrowser } from '../support/browser.js';
import { type Account, eventually, PASSWORD, TestService } from '../support/service.js';

/** The whole text, as `not applied` contains it too. */
const APPLIED = /^applied$/;
const ASSETS = ['/dev/realtime', '/dev/realtime.css', '/dev/realtime.js', '/dev/realtime-client.js'];

inBrowser('the page of live events', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  let ann: Account;
  let roomId: string;
  /** All errors of the browser: violations of the policy, and exceptions of scripts. */
  const complaints: string[] = [];
  const elsewhere: string[] = [];

  beforeAll(async () => {
    service = await TestService.start();
    ann = await service.account('ann@example.com');
    const { body } = await ann.client.post('/v1/community/rooms', { name: 'Tea' }).expect(201);
    roomId = body.room.id;
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  beforeEach(async () => {
    page = await openPage(browser);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    const here = new URL(service.runtime.publicUrl).host;
    const look = (url: string) => {
      const { host } = new URL(url);
      if (host && host !== here) elsewhere.push(url);
    };
    page.on('request', (request) => look(request.url()));
    page.on('websocket', (socket) => look(socket.url()));
    await page.goto(`${service.runtime.publicUrl}/dev/realtime`);
  });
  afterEach(async () => {
    await page.close();
    expect(complaints.splice(0)).toEqual([]);
    expect(elsewhere.splice(0)).toEqual([]);
  });

  const say = (content: string) => ann.client.post(`/v1/community/rooms/${roomId}/messages`, { content }).expect(201);
  /** A line in the list of frames, found by its name and by what the client did with it. */
  const visible = (name: string, verdict: string | RegExp = '') =>
    page
      .locator('.frame')
      .filter({ has: page.locator('.name', { hasText: name }) })
      .filter({ has: page.locator('.verdict', { hasText: verdict }) })
      .first()
      .waitFor({ state: 'visible' });
  /** From the start of the text, as `Not connected` contains it too. */
  const state = (text: string) => page.locator('#status', { hasText: new RegExp(`^${text}`) }).waitFor();
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const position = () => page.locator('#streams tr', { hasText: 'room:' }).locator('td').nth(2);
  const positionIs = (seq: number) =>
    position()
      .filter({ hasText: new RegExp(`^${seq}$`) })
      .waitFor();

  async function signIn(): Promise<void> {
    await page.fill('#email', ann.email);
    await page.fill('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await state('Connected');
  }

  it('signs in, shows the ready frame, and shows an event when it happens', async () => {
    await signIn();
    await visible('hello');
    await visible('ready');
    await say('Hello');
    await visible('message.created', APPLIED);
    await positionIs(1);
    await page.locator('.frame .name', { hasText: 'message.created' }).first().click();
    await page.locator('.frame[open] pre', { hasText: '"content": "Hello"' }).waitFor();
    await click('About message.created');
    await page.locator('#shape', { hasText: '"room_id"' }).waitFor();
  });

  it('reconnects after a break and recovers missed events', async () => {
    await signIn();
    const before = Number(await position().innerText());
    await click('Cut');
    await state('Cut');
    await say('While nobody listened');
    await click('Resume');
    await visible('subscribed', 'recovered: 1 missed event');
    await visible('message.created', APPLIED);
    await positionIs(before + 1);
    expect(await page.locator('#faults').isVisible()).toBe(false);
  });

  it('shows a gap in red, and closes it from its position', async () => {
    await signIn();
    const before = Number(await position().innerText());
    await click('Lose next event');
    await say('Lost');
    await visible('message.created', 'lost on purpose');
    await say('After it');
    await visible('message.created', `hole: ${before + 1}, not applied`);
    await page.locator('.frame.bad').waitFor();
    await visible('subscribed', 'recovered: 2 missed events');
    await visible('message.created', APPLIED);
    await positionIs(before + 2);
    expect(await page.locator('#faults').innerText()).toBe('1 fault');
  });

  it('shows errors of a server: events out of order, and a position that was skipped silently', async () => {
    const heard: string[] = [];
    let tell: (frame: object) => void = () => undefined;
    const streams = [{ stream: 'user:u1', epoch: 'e1', seq: 4 }];
    await page.routeWebSocket(/realtime/, (socket) => {
      tell = (frame) => socket.send(JSON.stringify(frame));
      socket.onMessage((text) => {
        heard.push(String(text));
        tell({ op: 'ready', user_id: 'u1', expires_at: null, streams });
      });
    });
    await page.getByText('Use an access token').click();
    await page.getByLabel('auth frame').check();
    await page.fill('#secret', ann.access_token);
    await page.keyboard.press('Enter');
    await state('Connected');
    const event = {
      op: 'event',
      stream: 'user:u1',
      epoch: 'e1',
      type: 'tale',
      at: '',
      actor_id: null,
      data: {},
    };
    for (const seq of [5, 6, 5]) tell({ ...event, seq });
    await visible('tale', 'out of order: after 6');
    tell({ op: 'positions', positions: { 'user:u1': 9 } });
    await visible('positions', 'behind in 1 stream');
    await visible('subscribe', 'by rule');
    await eventually(async () => expect(heard).toHaveLength(2));
    expect(JSON.parse(heard[1] as string)).toMatchObject({
      op: 'subscribe',
      streams: [{ stream: 'user:u1', epoch: 'e1', since: 6 }],
    });
    expect(await page.locator('.frame.bad').count()).toBe(2);
  });

  it('connects with a pasted token in the first frame, never shows it, and sends what is typed', async () => {
    await page.getByText('Use an access token').click();
    await page.getByLabel('auth frame').check();
    await page.fill('#secret', ann.access_token);
    await page.keyboard.press('Enter');
    await state('Connected');
    await visible('auth');
    expect(await page.content()).not.toContain(ann.access_token);
    await page.selectOption('#template', 'ping');
    await page.locator('#text').press('Control+Enter');
    await visible('pong');
    await page.fill('#text', '{ "op": "nonsense", "id": "x" }');
    await click('Send');
    await visible('reply', 'unknown_op');
    await page.fill('#text', 'no JSON at all');
    await click('Send');
    await state('Closed – 4400');
  });
});

it('answers 404 in production', async () => {
  const service = await TestService.start({ NODE_ENV: 'production' });
  for (const path of ASSETS) {
    const response = await fetch(`${service.url}${path}`);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 404,
      body: { error: 'Not found' },
    });
  }
  await service.stop();
});
