import dns2, { Packet } from 'dns2';

interface Records {
  /** A list within the list is a value in chunks. */
  TXT?: (string | string[])[];
  CNAME?: string;
  A?: string[];
  AAAA?: string[];
}

type Type = keyof Records;
/** What a question gets instead of an answer: a failure, or nothing at all. */
type Fault = 'failure' | 'silence';

const TYPES = new Map<number, Type>([
  [Packet.TYPE.TXT, 'TXT'],
  [Packet.TYPE.CNAME, 'CNAME'],
  [Packet.TYPE.A, 'A'],
  [Packet.TYPE.AAAA, 'AAAA'],
]);
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

/** A recursive name server on this machine, which knows what a test tells it and nothing else. */
export class NameServer {
  /** All questions so far: `TXT _hub.oak.example`. */
  readonly asked: string[] = [];
  private readonly zones = new Map<string, Records>();
  private readonly faults = new Map<string, Fault>();
  private readonly server = dns2.createServer({
    udp: true,
    handle: (request, send) => {
      const response = this.answer(request);
      if (response) void send(response);
    },
  });

  private constructor() {}

  static async start(): Promise<NameServer> {
    const started = new NameServer();
    await started.server.listen({ udp: { port: 0, address: '127.0.0.1' } });
    return started;
  }

  get address(): string {
    return `127.0.0.1:${this.server.addresses().udp?.port}`;
  }

  /** All that is at this name from now on. */
  set(name: string, records: Records): void {
    this.zones.set(name, records);
  }

  remove(name: string): void {
    this.zones.delete(name);
  }

  /** Questions for this type and name go wrong; undefined: no more. */
  fault(type: Type, name: string, fault: Fault | undefined): void {
    if (fault) this.faults.set(`${type} ${name}`, fault);
    else this.faults.delete(`${type} ${name}`);
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  /** Undefined: silence. */
  private answer(request: dns2.Packet): dns2.Packet | undefined {
    const response = Packet.createResponseFromRequest(request);
    const { name: given = '', type: code = 0 } = request.questions[0] ?? {};
    const [name, type] = [given.toLowerCase(), TYPES.get(code) as Type];
    this.asked.push(`${type} ${name}`);
    const fault = this.faults.get(`${type} ${name}`);
    if (fault === 'silence') return undefined;
    response.answers = this.recordsOf(name, type);
    if (fault) response.header.rcode = SERVER_FAILURE;
    else if (!this.zones.has(name)) response.header.rcode = NO_SUCH_NAME;
    return response;
  }

  /** With the chain of CNAME records that leads to them. */
  private recordsOf(name: string, type: Type, followed = 0): dns2.Packet.Resource[] {
    const { CNAME, ...records } = this.zones.get(name) ?? {};
    const one = (of: Type, data: object) =>
      ({ name, type: Packet.TYPE[of], class: Packet.CLASS.IN, ttl: 60, ...data }) as dns2.Packet.Resource;
    if (CNAME && followed < 20) {
      const rest = type === 'CNAME' ? [] : this.recordsOf(CNAME, type, followed + 1);
      return [one('CNAME', { domain: CNAME }), ...rest];
    }
    if (type === 'TXT') return (records.TXT ?? []).map((data) => one('TXT', { data }));
    return type === 'CNAME' ? [] : (records[type] ?? []).map((address) => one(type, { address }));
  }
}
