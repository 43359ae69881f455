import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { REQUEST_STATUSES, type RequestStatus } from '../entities/request.entity.js';
import { ListedRequestView, requestView } from '../filerequests.views.js';
import { RequestAddressesService } from '../requests/request-addresses.service.js';
import { RequestRepository } from '../requests/request.repository.js';

class Input extends Page {
  @Optional() @IsIn(REQUEST_STATUSES) status?: RequestStatus;
  /** Part of a title. */
  @Optional() @Chars(1, 100) q?: string;
}

class Result extends pageOf('requests', () => ListedRequestView) {}

@Action('list-requests', {
  access: 'authenticated',
  description: 'The own requests, each with what has come in.',
  input: Input,
  result: Result,
})
export class ListRequests {
  constructor(
    private readonly requests: RequestRepository,
    private readonly addresses: RequestAddressesService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { rows, next_cursor } = await this.requests.list(caller.id, input, pageQuery(input));
    const requests = rows.map((row) => {
      const { recipients, submissions, to_review, files, bytes } = row;
      return {
        ...requestView(row, this.addresses.ofCode(row.code)),
        recipients,
        submissions,
        to_review,
        files,
        bytes,
      };
    });
    return { requests, next_cursor };
  }
}
