import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Day, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { CertificateListRepository } from '../awards/certificate-list.repository.js';
import { CertificateView } from '../awards/certificate.views.js';
import { CertificatesReadService } from '../awards/certificates-read.service.js';
import { type State, STATES } from '../entities/certificate.entity.js';

class Input extends Page {
  /** `issued` if it is not given. */
  @Optional() @IsIn(['issued', 'received']) box?: 'issued' | 'received';
  @Optional() @Uuid() template_id?: string;
  @Optional() @IsIn(STATES) status?: State;
  /** Part of a name, an e-mail, a code or a reference; of received ones, of a name or a code. */
  @Optional() @Chars(1, 200) q?: string;
  /** Days of issue, both included. */
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
}

class Result extends pageOf('certificates', () => CertificateView) {}

@Action('list-certificates', {
  access: 'authenticated',
  description: 'The certificates that the caller has issued or received.',
  input: Input,
  result: Result,
})
export class ListCertificates {
  constructor(
    private readonly certificates: CertificateListRepository,
    private readonly read: CertificatesReadService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { box = 'issued', cursor, limit, ...filters } = input;
    const { rows, next_cursor } = await this.certificates.list(box, caller.id, filters, pageQuery({ cursor, limit }));
    return { certificates: rows.map((row) => this.read.present(row, caller)), next_cursor };
  }
}
