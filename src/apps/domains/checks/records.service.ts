import { isIP } from 'node:net';
import { AppProvider } from '../../kernel/app-provider.js';
import type { DnsAnswer } from '../dns/dns-answer.js';
import { LookUpService } from '../dns/look-up.service.js';
import type { DomainCheck } from '../entities/domain-check.entity.js';
import type { Domain } from '../entities/domain.entity.js';
import type { RecordView } from '../domain.views.js';

/** The records that the owner of a domain has to set, with what the last check found of each. */
@AppProvider()
export class RecordsService {
  constructor(private readonly lookUp: LookUpService) {}

  of({ host, token, is_apex }: Pick<Domain, 'host' | 'token' | 'is_apex'>, check?: DomainCheck): RecordView[] {
    const found = (...types: string[]) => foundIn(check?.answers ?? [], types);
    const proof: RecordView = {
      type: 'TXT',
      name: this.lookUp.proofName(host),
      value: this.lookUp.proofValue(token),
      purpose: 'proof',
      found: found('TXT'),
      ok: check?.txt_ok ?? false,
    };
    const names = found('CNAME');
    const addresses = found('A', 'AAAA');
    const routing = this.wanted(is_apex).map(({ type, value }): RecordView => ({
      type,
      name: host,
      value,
      purpose: 'routing',
      found: type === 'A' || type === 'AAAA' ? found(type) : names.length ? names : addresses,
      ok: check?.routing === 'ok',
    }));
    return [proof, ...routing];
  }

  /** An apex cannot have a CNAME, so it has the addresses of the edge, or an ALIAS where those are not configured. */
  private wanted(isApex: boolean): Pick<RecordView, 'type' | 'value'>[] {
    const { host, addresses } = this.lookUp.edge;
    if (!isApex) return [{ type: 'CNAME', value: host }];
    if (!addresses.length) return [{ type: 'ALIAS', value: host }];
    return addresses.map((value) => ({ type: isIP(value) === 4 ? 'A' : 'AAAA', value }));
  }
}

const foundIn = (answers: DnsAnswer[], types: string[]) =>
  answers.flatMap(({ type, values }) => (types.includes(type) ? values : []));
