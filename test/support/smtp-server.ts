import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as received. */
  source: string;
}

/** The part of an SMTP server that a mail program needs: it accepts every mail, or refuses as many as set. */
export class SmtpServer {
  readonly received: ReceivedMail[] = [];
  /** Received mails that were refused, newest last. */
  readonly refused: ReceivedMail[] = [];
  private refusals = 0;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.serve(socket));
  }

  static async start(): Promise<SmtpServer> {
    const server = createServer();
    const smtp = new SmtpServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return smtp;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Refuses the next mails after they were received in full. */
  refuse(mails: number): void {
    this.refusals = mails;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private serve(socket: Socket): void {
    const say = (line: string) => socket.write(`${line}\r\n`);
    let mail: ReceivedMail = { from: '', to: [], source: '' };
    let text = '';
    let inMail = false;
    const endOfMail = (source: string) => {
      inMail = false;
      const whole = { ...mail, source: source.replace(/^\.\./gm, '.') };
      const refuse = this.refusals-- > 0;
      (refuse ? this.refused : this.received).push(whole);
      say(refuse ? '451 Try again later' : '250 Taken');
      mail = { from: '', to: [], source: '' };
    };
    const command = (line: string) => {
      const address = /<(.*)>/.exec(line)?.[1] ?? '';
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO' || verb === 'HELO') say('250 test');
      else if (verb === 'MAIL') say(((mail.from = address), '250 Ok'));
      else if (verb === 'RCPT') say((mail.to.push(address), '250 Ok'));
      else if (verb === 'DATA') say(((inMail = true), '354 Go on'));
      else if (verb === 'QUIT') socket.end('221 Bye\r\n');
      else say('250 Ok');
    };
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString();
      for (;;) {
        const end = text.indexOf(inMail ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (inMail ? 5 : 2));
        if (inMail) endOfMail(part);
        else command(part);
      }
    });
    say('220 test');
  }
}

/** A decoded part of a MIME mail, by its type. */
export function partOf({ source }: ReceivedMail, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1];
  const part = source.split(`--${boundary}`).find((one) => new RegExp(`^\\s*Content-Type: ${type}`, 'i').test(one));
  const [head = '', ...body] = (part ?? '').split('\r\n\r\n');
  const content = body.join('\r\n\r\n').replace(/\r\n$/, '');
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return content;
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
