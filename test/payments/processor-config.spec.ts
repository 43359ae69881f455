import { needsSandbox, readEnvironment } from '../../src/platform/config/environment.js';

describe('the payment processor', () => {
  const read = (variables: Record<string, string> = {}) =>
    readEnvironment({ DATABASE_URL: 'postgres://db/x', ...variables });

  it('is a sandbox where no key and no other address is set, and never in production', () => {
    expect(needsSandbox(read())).toBe(true);
    expect(needsSandbox(read({ PROCESSOR_WEBHOOK_SECRET: 'whsec_own' }))).toBe(true);
    expect(needsSandbox(read({ PROCESSOR_SECRET_KEY: 'sk_own' }))).toBe(false);
    expect(needsSandbox(read({ PROCESSOR_API_BASE: 'http://127.0.0.1:12111' }))).toBe(false);
    expect(needsSandbox(read({ NODE_ENV: 'production' }))).toBe(false);
  });

  it('has its address without a slash at the end', () => {
    expect(read({ PROCESSOR_API_BASE: 'http://127.0.0.1:12111/' }).processor.apiBase).toBe(
      'http://127.0.0.1:12111',
    );
  });

  it.each([
    [undefined, 1000],
    ['0', 0],
    ['2.5', 250],
    ['2.55', 255],
    ['100', 10_000],
  ])('a fee of %s percent is %i hundredths', (given, hundredths) => {
    expect(read(given ? { PLATFORM_FEE_PERCENT: given } : {}).platformFee).toBe(hundredths);
  });

  it('leads people back to the app, or else to the service, or else to where a developer has them', () => {
    expect(read({ APP_URL: 'https://app.example', PUBLIC_URL: 'https://api.example' }).returnUrl).toBe(
      'https://app.example',
    );
    expect(read({ PUBLIC_URL: 'https://api.example' }).returnUrl).toBe('https://api.example');
    expect(read({ PORT: '4000' }).returnUrl).toBe('http://localhost:3000');
  });
});
