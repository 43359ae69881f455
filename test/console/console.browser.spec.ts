import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { inBrowser, openContext, startBrowser } from '../support/browser.js';
import { type Account, eventually, PASSWORD, TestService } from '../support/service.js';

const VIEWS = [
  '',
  '/users',
  '/posts',
  '/products',
  '/reports',
  '/ads',
  '/jobs',
  '/categories',
  '/blacklist',
  '/censors',
  '/authorship-requests',
  '/withdrawals',
  '/badges',
  '/sticker-packs',
  '/room-categories',
  '/audit',
];

inBrowser('the console', () => {
  let service: TestService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let admin: Account;
  let ann: Account;
  let bob: Account;
  let postId: string;
  /** Whatever the browser complains of: what the policy forbids, and what the page throws. */
  const complaints: string[] = [];
  const elsewhere: string[] = [];

  beforeAll(async () => {
    // So short that each call renews the tokens first: what happens once an hour, all the time and in all tabs.
    service = await TestService.start({ ACCESS_TOKEN_TTL: '20' });
    admin = await service.admin();
    ann = await service.account('ann@example.com');
    bob = await service.account('bob@example.com');
    // As long as they may be, and without a place to break them.
    const first_name = 'Featherstonehaugh_Cholmondeley'.repeat(2);
    await ann.client.patch('/v1/users/me', { username: 'a'.repeat(30), first_name }).expect(200);
    await bob.client.patch('/v1/users/me', { username: 'b'.repeat(30), first_name }).expect(200);
    const post = { title: 'Cheap watches', content: 'Buy them now' };
    postId = (await bob.client.post('/v1/posts', post).expect(201)).body.post.id;
    await ann.client.post('/v1/ads', { title: 'Summer sale', budget: 20 }).expect(201);
    browser = await startBrowser();
    await newContext();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });
  afterEach(() => {
    expect(complaints.splice(0)).toEqual([]);
    expect(elsewhere.splice(0)).toEqual([]);
  });

  async function newContext(width = 1280, colorScheme: 'light' | 'dark' = 'light') {
    await context?.close();
    context = await openContext(browser, { viewport: { width, height: 844 }, colorScheme });
    page = await openTab();
  }

  async function openTab(): Promise<Page> {
    const tab = await context.newPage();
    tab.on('pageerror', (error) => complaints.push(String(error)));
    tab.on('console', (message) => {
      // The browser's own line for an answer of 4xx, which a test has asked for.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
    });
    tab.on('request', (request) => {
      const { host, protocol } = new URL(request.url());
      if (protocol !== 'data:' && host !== new URL(service.runtime.publicUrl).host) elsewhere.push(request.url());
    });
    return tab;
  }

  const open = (view: string, tab = page) => tab.goto(`${service.runtime.publicUrl}/console${view}`);
  const visible = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const heading = (name: string, tab = page) => tab.getByRole('heading', { level: 1, name }).waitFor();
  const click = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

  async function signIn(email: string, tab = page): Promise<void> {
    await tab.getByLabel('E-mail').fill(email);
    await tab.getByLabel('Password').fill(PASSWORD);
    await tab.keyboard.press('Enter');
  }

  it('lets staff in and nobody else, whose session is ended again', async () => {
    await open('/users');
    await signIn('ann@example.com');
    await visible('This account is no administrator’s');
    const { rows } = await service.database.query(
      `SELECT count(*)::int AS open FROM account.sessions WHERE user_id = $1 AND revoked_at IS NULL`,
      [ann.id],
    );
    expect(rows[0].open).toBe(1);
    await signIn(admin.email);
    await heading('Users');
  });

  it('shows at a glance what waits, and how it went', async () => {
    await open('');
    await page.getByRole('link', { name: /^1\s*Ads$/ }).waitFor();
    for (const title of ['Sign-ups', 'Posts', 'Revenue']) {
      await page.getByRole('img', { name: new RegExp(`^${title} in the last 30 days`) }).waitFor();
    }
    await click('7 days');
    const chart = page.getByRole('img', { name: /^Sign-ups in the last 7 days/ });
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('region', { name: 'Sign-ups' }).getByText(/^3on /).waitFor();
    await page.getByRole('link', { name: /^1\s*Ads$/ }).click();
    await page.getByRole('button', { name: 'Approve Summer sale' }).click();
    await visible('Ad approved');
    const { rows } = await service.database.query('SELECT status FROM listings.ads');
    expect(rows).toEqual([{ status: 'active' }]);
  });

  it('offers one decision on a request for the mark of a creator, as the service takes one', async () => {
    // The token of the beginning may have expired on a busy machine.
    const { client } = await service.signIn(ann.email);
    await client.post('/v1/authorship-requests', {}).expect(201);
    await open('/authorship-requests');
    await page.getByRole('button', { name: /^Approve / }).click();
    await page.getByRole('row').getByText('approved').waitFor();
    expect(await page.getByRole('button', { name: /^(Approve|Reject) / }).count()).toBe(0);
  });

  it('finds a user as one types, bans him, lets him back in, and deletes him when his name was typed', async () => {
    await service.account('eve@example.com').then(({ client }) => client.patch('/v1/users/me', { username: 'eve' }));
    await open('/users');
    await page.getByLabel('Search by username or name').fill('ev');
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    const statusOf = async () =>
      (await service.database.query(`SELECT user_status FROM account.users WHERE username = 'eve'`)).rows[0]
        ?.user_status;
    await click('Ban eve');
    await click('Ban');
    await visible('eve is banned');
    expect(await statusOf()).toBe('banned');
    await click('Reactivate eve');
    await visible('eve is active again');
    expect(await statusOf()).toBe('active');

    await page.getByRole('link', { name: 'eve' }).click();
    await heading('eve');
    await page.getByLabel('Type, such as creator').fill('x'.repeat(51));
    await click('Save');
    await page.locator('form').getByText('type must have 1 to 50 characters').waitFor();
    await click('Delete account');
    const sure = page.getByRole('button', { name: 'Delete for good' });
    expect(await sure.isDisabled()).toBe(true);
    await page.getByLabel('Type “eve” or “delete”').fill('eve');
    await sure.click();
    await heading('Users');
    expect(await statusOf()).toBeUndefined();
  });

  it('works the queue of reports by its keys', async () => {
    for (const reason of ['First', 'Second', 'Third']) {
      const { client } = await service.account();
      await client.post('/v1/reports', { reportable_id: postId, reportable_type: 'post', reason }).expect(201);
    }
    await open('/reports');
    const at = (reason: string) => page.getByRole('heading', { level: 2, name: reason }).waitFor();
    const decided = async () => {
      const { rows } = await service.database.query('SELECT reason, status FROM moderation.reports ORDER BY reason');
      return Object.fromEntries(rows.map(({ reason, status }) => [reason, status]));
    };
    await at('Third');
    await page.getByRole('region', { name: 'The reported post' }).getByText('Buy them now').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await at('Second');
    await page.keyboard.press('d');
    await visible('Report dismissed');
    await at('First');
    await page.keyboard.press('k');
    await at('Third');
    await page.keyboard.press('r');
    await at('First');
    await eventually(async () =>
      expect(await decided()).toEqual({ First: 'pending', Second: 'dismissed', Third: 'resolved' }),
    );
    await page.keyboard.press('x');
    await click('Remove');
    await visible('The post is removed, the report resolved');
    await visible('All done: no report waits.');
    await service.client().get(`/v1/posts/${postId}`).expect(404);
  });

  it('keeps categories as a tree', async () => {
    await open('/categories');
    await click('Add category');
    await page.getByLabel('Name').fill('Music');
    await page.keyboard.press('Enter');
    await click('Add below Music');
    await page.getByLabel('Name').fill('Jazz');
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'Jazz' }).waitFor();
    const { rows } = await service.database.query(
      'SELECT c.slug, p.slug AS parent FROM listings.categories c LEFT JOIN listings.categories p ON p.id = c.parent_id ORDER BY 1',
    );
    expect(rows).toEqual([
      { slug: 'jazz', parent: 'music' },
      { slug: 'music', parent: null },
    ]);
  });

  it('tries a censor on a text before it is added', async () => {
    await open('/censors');
    await page.getByLabel('Sample text').fill('So darn cheap');
    await page.getByLabel('Pattern').fill('d[ar');
    await visible('Invalid pattern');
    await page.getByLabel('Pattern').fill('darn');
    await page.getByLabel('Replacement').fill('d**n');
    await page.getByRole('status', { name: 'Preview' }).getByText('So d**n cheap').waitFor();
    await click('Add censor');
    await page.getByRole('rowheader', { name: 'darn' }).waitFor();
  });

  it('stays signed in if a reload or the network loses the answer to a renewal', async () => {
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/v1/auth/refresh', lose, { times: 1 });
    await page.reload();
    await page.getByLabel('Password').waitFor();
    await page.reload();
    await heading('Censors');
    expect(await page.getByLabel('Password').count()).toBe(0);
  });

  it('is one session in all tabs, renewed by all at once, and ended in all at once', async () => {
    const others = await Promise.all([openTab(), openTab()]);
    await Promise.all(others.map((tab) => open('/users', tab)));
    for (let round = 0; round < 2; round++) {
      await Promise.all([page, ...others].map((tab) => tab.reload()));
      await Promise.all([heading('Censors'), ...others.map((tab) => heading('Users', tab))]);
    }
    await page.getByRole('button', { name: 'Account and appearance' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await Promise.all([page, ...others].map((tab) => tab.getByLabel('Password').waitFor()));
    expect(context.pages()).toHaveLength(3);
    await Promise.all(others.map((tab) => tab.close()));
  });

  it('leads back to the sign-in when the session was ended elsewhere, and from there to where one was', async () => {
    await open('/blacklist');
    await signIn(admin.email);
    await heading('Blacklist');
    // What it still asks for would already be refused.
    await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
    await service.database.query('UPDATE account.sessions SET revoked_at = now() WHERE user_id = $1', [admin.id]);
    await page.getByRole('link', { name: 'Badges' }).click();
    await visible('Your session has ended. Please sign in again.');
    await signIn(admin.email);
    await heading('Badges');
  });

  it.each([
    [1280, 'dark', 'rgb(13, 16, 22)'],
    [390, 'light', 'rgb(243, 244, 246)'],
  ] as const)('shows every view at %i pixels, %s, and none is wider than the screen', async (width, scheme, ground) => {
    await newContext(width, scheme);
    await open('');
    await signIn(admin.email);
    await heading('Overview');
    const wide: string[] = [];
    for (const view of VIEWS) {
      await page.evaluate(
        `history.pushState(null, '', '/console${view}'), dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
      const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      if (isWide) wide.push(view);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(ground);
    }
    expect(wide).toEqual([]);
  });
});
