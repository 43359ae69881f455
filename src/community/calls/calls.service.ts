import { Injectable } from '@nestjs/common';
import { JobsService } from '../../jobs/jobs.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { CallEventsService } from './call-events.service.js';
import { CallRepository, type FoundCall, RING_SECONDS } from './call.repository.js';
import type { CallAnswer, CallView, EndedCallAnswer } from './calls.dto.js';
import { EndUnansweredCallJob } from './end-calls.job.js';

@Injectable()
export class CallsService {
  constructor(
    private readonly calls: CallRepository,
    private readonly events: CallEventsService,
    private readonly endUnanswered: EndUnansweredCallJob,
    private readonly jobs: JobsService,
    private readonly database: DatabaseService,
  ) {}

  /** The calls of the user that ring or are active, newest first. */
  async listCurrent(userId: string): Promise<RawJson> {
    return new RawJson(`{"calls":${await this.calls.listCurrent(userId)}}`);
  }

  async start(callerId: string, targetId: string, type: string): Promise<CallAnswer> {
    if (callerId === targetId) throw new Refusal(400, 'You cannot call yourself');
    return this.database.transaction(async () => {
      const started = await this.calls.start(callerId, targetId, type);
      if (!started) throw notFound('User');
      if (!started.call) throw cannotCall();
      await this.jobs.enqueue(this.endUnanswered, { call_id: started.call.id }, RING_SECONDS);
      this.events.callStarted(started.call, started.from);
      return asAnswer(callAnswer(started.call.json));
    });
  }

  /** Either participant may join; when both do, the second one gets the active call. */
  join(id: string, callerId: string): Promise<CallAnswer> {
    return this.database.transaction(async () => {
      const joined = await this.calls.join(id, callerId);
      if (joined) {
        this.events.callAnswered(joined, callerId);
        return callAnswer(joined.json);
      }
      const { status, is_blocked, json } = await this.require(id, callerId);
      if (status === 'ended') throw new Refusal(409, 'Call has ended');
      if (status === 'ringing' && is_blocked) throw cannotCall();
      return callAnswer(json);
    });
  }

  /** Ends every active call of the caller and answers the newest of them. */
  leave(callerId: string): Promise<EndedCallAnswer> {
    return this.database.transaction(async () => {
      const ended = await this.calls.leaveAll(callerId);
      const [latest] = ended.sort((one, other) => (one.id < other.id ? 1 : -1));
      if (!latest) throw new Refusal(404, 'No active call');
      for (const call of ended) this.events.callEnded(call, callerId);
      return endedAnswer(latest.json);
    });
  }

  /** Ends a ringing or active call. A call that has ended already is answered as it is. */
  end(id: string, callerId: string): Promise<EndedCallAnswer> {
    return this.database.transaction(async () => {
      const ended = await this.calls.end(id, callerId);
      if (!ended) return endedAnswer((await this.require(id, callerId)).json);
      this.events.callEnded(ended, callerId);
      return endedAnswer(ended.json);
    });
  }

  /** Runs in the caller's transaction: an account that is deleted or locked out leaves nobody in a call. */
  async endAllOfUser(userId: string): Promise<void> {
    for (const call of await this.calls.endAll(userId)) this.events.callEnded(call, userId);
  }

  exportOfUser(userId: string): ExportNode {
    return this.calls.forExport(userId);
  }

  private async require(id: string, callerId: string): Promise<FoundCall> {
    const call = await this.calls.find(id, callerId);
    if (!call) throw notFound('Call');
    return call;
  }
}

const cannotCall = () => new Refusal(403, 'You cannot call this user');

function callAnswer(json: string): CallAnswer {
  const { id, initiator_id, target_id, type, status, ended_at } = JSON.parse(json) as CallView;
  return { call: { id, initiator_id, target_id, type, status, ended_at } };
}

function endedAnswer(json: string): EndedCallAnswer {
  const { id, status, ended_at } = JSON.parse(json) as EndedCallAnswer['call'];
  return { call: { id, status, ended_at } };
}
