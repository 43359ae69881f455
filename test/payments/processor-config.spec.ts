import { ReturnAddressesService } from '../../src/payments/processor/return-addresses.service.js';
import { needsSandbox, readEnvironment } from '../../src/platform/config/environment.js';
import { Runtime } from '../../src/platform/config/runtime.js';

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
    expect(read({ PROCESSOR_API_BASE: 'http://127.0.0.1:12111/' }).processor.apiBase).toBe('http://127.0.0.1:12111');
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

  it('leads people back to the client app, or else to pages of the service at its own address', () => {
    const paid = (variables: Record<string, string>) => new ReturnAddressesService(new Runtime(read(variables))).paid;
    const both = { APP_URL: 'https://app.example', PUBLIC_URL: 'https://api.example' };
    expect(paid(both)).toBe('https://app.example');
    expect(paid({ PUBLIC_URL: 'https://api.example' })).toBe('https://api.example/return/paid');
    expect(paid({ PORT: '4000' })).toBe('http://localhost:4000/return/paid');
  });

  it('follows the port that PORT=0 becomes', () => {
    const runtime = new Runtime(read({ PORT: '0' }));
    const returns = new ReturnAddressesService(runtime);
    runtime.port = 5123;
    expect([returns.paid, returns.canceled, returns.onboarded]).toEqual([
      'http://localhost:5123/return/paid',
      'http://localhost:5123/return/canceled',
      'http://localhost:5123/return/onboarded',
    ]);
  });
});
