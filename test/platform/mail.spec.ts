import { Injectable } from '@nestjs/common';
import { type Mail, MailKind } from '../../src/mail/mail.js';
import { MailService } from '../../src/mail/mail.service.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { FixtureService } from '../support/fixture-service.js';
import { eventually, PASSWORD } from '../support/service.js';
import { partOf, type ReceivedMail, SmtpServer } from '../support/smtp-server.js';

interface About {
  to: string;
  words: string;
}

@Injectable()
class LetterMail extends MailKind<About> {
  readonly name = 'test.letter';
  readonly composed: string[] = [];
  private alike = 0;

  async compose({ to, words }: About, requestId: string): Promise<Mail | undefined> {
    this.composed.push(requestId);
    if (words === 'nothing') return undefined;
    if (words === 'again') return this.sooner(to, ++this.alike);
    return {
      to,
      subject: `Grüße, ${words}`,
      paragraphs: [`First <b>${words}</b>`, 'Second & last'],
      button: { label: 'Open "it"', url: 'https://app.example.com/open?a=1&b=2' },
      footnote: 'Small print',
    };
  }

  /** Each mail takes less time than the one before it. */
  private async sooner(to: string, number: number): Promise<Mail> {
    await new Promise((resolve) => setTimeout(resolve, 300 - 100 * number));
    return { to, subject: `Number ${number}`, paragraphs: [] };
  }
}

let smtp: SmtpServer;
let service: FixtureService;
beforeAll(async () => {
  smtp = await SmtpServer.start();
  const variables = { SMTP_URL: smtp.url, MAIL_FROM: 'Große Runde <runde@example.com>' };
  service = await FixtureService.start({ variables, providers: [LetterMail] });
});
afterAll(async () => {
  await service.stop();
  await smtp.stop();
});

async function send(about: About): Promise<void> {
  const letter = service.app.get(LetterMail, { strict: false });
  await service.app.get(DatabaseService).transaction(() => service.app.get(MailService).send(letter, about));
}

function mailTo(address: string): Promise<ReceivedMail> {
  return eventually(async () => {
    const found = smtp.received.filter(({ to }) => to.includes(address));
    expect(found).toHaveLength(1);
    return found[0] as ReceivedMail;
  }, 15);
}

/** Enqueues the same mail three times in one batch and returns the subjects in the order of arrival. */
async function sendAlike(to: string): Promise<(string | undefined)[]> {
  await service.app.get(DatabaseService).transaction(async () => {
    for (let time = 0; time < 3; time++) await send({ to, words: 'again' });
  });
  return eventually(async () => {
    const found = smtp.received.filter((mail) => mail.to.includes(to));
    expect(found).toHaveLength(3);
    return found.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1]);
  }, 15);
}

const tokenIn = (mail: ReceivedMail) => /token_hash=([\w-]+)/.exec(partOf(mail, 'text/plain'))?.[1] as string;

describe('a mail', () => {
  it('goes out as text and as HTML, from MAIL_FROM', async () => {
    await send({ to: 'reader@example.com', words: 'Zoë' });
    const mail = await mailTo('reader@example.com');
    expect(mail).toMatchObject({ from: 'runde@example.com', to: ['reader@example.com'] });
    expect(mail.source).toMatch(/^From: =\?UTF-8\?[BQ]\?.*\?= <runde@example\.com>\r$/m);
    expect(mail.source).toMatch(/^To: reader@example\.com\r$/m);
    expect(mail.source).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(mail.source).toMatch(/^Message-ID: <[^>]+>\r$/m);
    expect(mail.source).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(partOf(mail, 'text/plain').replaceAll('\r\n', '\n')).toBe(
      'First <b>Zoë</b>\n\nSecond & last\n\nOpen "it":\nhttps://app.example.com/open?a=1&b=2\n\nSmall print\n',
    );
    const html = partOf(mail, 'text/html');
    expect(html).toContain('First &lt;b&gt;Zoë&lt;/b&gt;');
    expect(html).toContain('href="https://app.example.com/open?a=1&amp;b=2"');
    expect(html).toContain('Open &quot;it&quot;');
    expect(html).not.toMatch(/<script|<img|src=/i);
  });

  it('with nothing to send is not sent, and not retried', async () => {
    await send({ to: 'nobody@example.com', words: 'nothing' });
    await eventually(async () => {
      const { rows } = await service.database.query(
        `SELECT state FROM jobs.job WHERE name = 'mail.send' AND data->'about'->>'to' = 'nobody@example.com'`,
      );
      expect(rows).toEqual([{ state: 'completed' }]);
    });
    expect(smtp.received.filter(({ to }) => to.includes('nobody@example.com'))).toEqual([]);
  });

  it('cannot be redirected to others by its content', async () => {
    await send({ to: 'victim@example.com', words: 'x\r\nBcc: other@example.com\r\n\r\nInjected' });
    const mail = await mailTo('victim@example.com');
    expect(mail.to).toEqual(['victim@example.com']);
    const [head = ''] = mail.source.split('\r\n\r\n');
    expect(head).toContain('Subject: ');
    expect(head).not.toMatch(/^(Bcc|Injected)/im);
  });

  it('that is requested again is sent after the first, whose link it may have invalidated', async () => {
    expect(await sendAlike('again@example.com')).toEqual(['Number 1', 'Number 2', 'Number 3']);
  });

  it('is enqueued in the caller’s transaction: none is sent when that is rolled back', async () => {
    const work = service.app.get(DatabaseService).transaction(async () => {
      await send({ to: 'rolled@example.com', words: 'x' });
      throw new Error('back');
    });
    await expect(work).rejects.toThrow('back');
    const { rowCount } = await service.database.query(
      `SELECT FROM jobs.job WHERE data->'about'->>'to' = 'rolled@example.com'`,
    );
    expect(rowCount).toBe(0);
  });
});

describe('a mail that the server refuses', () => {
  const email = 'patient@example.com';
  it('is retried with a new token, and counts as one mail; the sign-up did not wait for it', async () => {
    smtp.refuse(1);
    const made = await service.send('POST', '/v1/auth/sign-up', { email, password: PASSWORD });
    expect(made.status).toBe(201);
    const mail = await mailTo(email);
    const [refused, ...more] = smtp.refused;
    expect(more).toEqual([]);
    expect(refused?.to).toEqual([email]);
    const [first, second] = [tokenIn(refused as ReceivedMail), tokenIn(mail)];
    expect(first).not.toBe(second);
    const { rowCount } = await service.database.query(
      'SELECT FROM account.mail_tokens t JOIN account.users u ON u.id = t.user_id WHERE u.email = $1',
      [email],
    );
    expect(rowCount).toBe(1);
    const verify = (token_hash: string) => service.send('POST', '/v1/auth/verify-email', { token_hash, type: 'email' });
    expect((await verify(first)).status).toBe(400);
    expect((await verify(second)).status).toBe(200);
  });

  it('is logged without the address, the token or the text', async () => {
    const lines = service.log().filter(({ job }) => job === 'mail.send');
    expect(lines).toHaveLength(1);
    expect(service.logText()).not.toContain(email);
    expect(service.logText()).not.toContain(tokenIn(smtp.refused[0] as ReceivedMail));
  });

  it('leaves no token in the queue', async () => {
    const { rows } = await service.database.query('SELECT data::text, output::text FROM jobs.job');
    const text = JSON.stringify(rows);
    expect(text).toContain(email);
    for (const mail of [...smtp.received, ...smtp.refused]) {
      const token = tokenIn(mail);
      if (token) expect(text).not.toContain(token);
    }
  });

  it('fails identical mails with it, so that a hanging server is waited for once', async () => {
    const failed = () => service.log().filter(({ job }) => job === 'mail.send').length;
    const before = failed();
    smtp.refuse(1);
    expect(await sendAlike('alike@example.com')).toHaveLength(3);
    expect(failed() - before).toBe(3);
    expect(smtp.refused.filter(({ to }) => to.includes('alike@example.com'))).toHaveLength(1);
  });
});
