import { IsBoolean, IsInt } from 'class-validator';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Link } from '../entities/link.entity.js';
import { type Blocked, ReportRepository } from '../reports/report.repository.js';
import { urlOf } from '../../../platform/urls.js';

class Input {
  @Optional() @Uuid() link_id?: string;
  /** Its subdomains too. */
  @Optional() @Chars(1, 253) destination_host?: string;
  @Optional() @Chars(1, 300) reason?: string;
  @Optional() @IsBoolean() unblock?: boolean;
}

class Result {
  @Optional() @IsInt() blocked?: number;
  @Optional() @IsInt() unblocked?: number;
}

@Action('block-link', {
  access: 'admin',
  target: { entity: Link, by: 'link_id' },
  changes: true,
  why: 'reason',
  about: { host: 'destination_host' },
  description: 'Blocks a link, or all that lead to a host; or decides that they do no harm.',
  input: Input,
  result: Result,
  refuses: { 400: ['Give either link_id or destination_host', 'reason is required'] },
})
export class BlockLink {
  constructor(private readonly reports: ReportRepository) {}

  async run({ input }: Call<Input, Link>): Promise<Result> {
    const { reason, unblock } = input;
    const which = blockedBy(input);
    if (unblock) return { unblocked: await this.reports.unblock(which) };
    if (reason === undefined) throw new Refusal(400, 'reason is required');
    return { blocked: await this.reports.block(which, reason) };
  }
}

function blockedBy({ link_id, destination_host }: Input): Blocked {
  if ((link_id === undefined) === (destination_host === undefined))
    throw new Refusal(400, 'Give either link_id or destination_host');
  if (link_id !== undefined) return { linkId: link_id };
  const host = urlOf(`http://${destination_host}/`)?.hostname.replace(/\.$/, '') ?? '';
  if (host.includes('.') || host.startsWith('[')) return { host };
  throw invalid({ field: 'destination_host', message: 'destination_host must be the name of a host' });
}
