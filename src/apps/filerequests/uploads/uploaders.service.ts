import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { EarlyCall, PublicCall } from '../../kernel/calls/action.js';
import type { PersonView } from '../../kernel/rows/person.js';
import type { FileRequest } from '../entities/request.entity.js';
import type { Recipient, Submission } from '../entities/submission.entity.js';
import { RecipientRepository } from '../requests/recipient.repository.js';
import { RequestRepository } from '../requests/request.repository.js';
import { SubmissionRepository } from './submission.repository.js';
import { UploadLimitsService } from './upload-limits.service.js';
import type { UploaderFields } from './uploader.inputs.js';

type Asked = Pick<EarlyCall<UploaderFields>, 'input' | 'caller'>;

/** An uploader, and the request that they upload to. */
export interface Uploader {
  request: FileRequest;
  owner: PersonView;
  /** By a personal link or an account; undefined: by the code, which anybody has. */
  recipient: Recipient | undefined;
  /** Their own. */
  submission: Submission | undefined;
}

/** The hash of the password that was compared. */
export type Admitted = Pick<FileRequest, 'password_hash'>;

type AdmittedCall = Pick<PublicCall<UploaderFields, undefined, undefined, Admitted>, 'input' | 'caller' | 'prepared'>;

/** Who calls the public actions. */
@AppProvider()
export class UploadersService {
  constructor(
    private readonly requests: RequestRepository,
    private readonly recipients: RecipientRepository,
    private readonly submissions: SubmissionRepository,
    private readonly limits: UploadLimitsService,
  ) {}

  /** Before the transaction: throws where there is no such request, or the password is wrong. */
  async admit({ input, caller, visitor }: EarlyCall<UploaderFields>): Promise<FileRequest> {
    const { request } = await this.find({ input, caller }, false);
    await this.limits.checkPassword(request, input.password, visitor);
    return request;
  }

  /** `locked`: the request is locked, by which all writes to its submissions and files take turns. */
  async of({ input, caller, prepared }: AdmittedCall, { locked }: { locked: boolean }): Promise<Uploader> {
    const { request, recipient } = await this.find({ input, caller }, locked);
    // The owner has set another one since it was compared.
    if (request.password_hash !== prepared.password_hash) throw new Refusal(400, 'Wrong password');
    const owner = await this.requests.ownerOf(request.owner_id);
    if (!owner) throw notFound('Request');
    return { request, owner, recipient, submission: await this.own(request, recipient, input.receipt) };
  }

  private async find({ input, caller }: Asked, locked: boolean) {
    const { code, token, request_id } = input;
    if ([code, token, request_id].filter((one) => one !== undefined).length !== 1)
      throw invalid({ field: 'code', message: 'exactly one of code, token and request_id must be given' });
    const lock = locked ? ({ lock: 'no key update' } as const) : {};
    const seen = await this.recipient({ input, caller });
    const where = code === undefined ? seen && { id: seen.request_id } : { code };
    const request = where && (await this.requests.findOne(where, lock));
    // A fresh link may have been issued until the request was locked.
    const recipient = locked ? await this.recipient({ input, caller }) : seen;
    const isKnown = code === undefined ? recipient !== undefined : !request?.invited_only;
    if (!request || !isKnown || request.status === 'archived') throw notFound('Request');
    return { request, recipient };
  }

  private async recipient({ input: { token, request_id }, caller }: Asked): Promise<Recipient | undefined> {
    if (token !== undefined) return this.recipients.ofToken(token);
    if (request_id === undefined || !caller) return undefined;
    return this.recipients.findOne({ request_id, user_id: caller.id });
  }

  private async own(request: FileRequest, recipient: Recipient | undefined, receipt: string | undefined) {
    if (recipient) return this.submissions.findOne({ recipient_id: recipient.id });
    if (receipt === undefined) return undefined;
    const submission = await this.submissions.ofReceipt(request.id, receipt);
    if (!submission) throw notFound('Submission');
    return submission;
  }
}
