import { Injectable } from '@nestjs/common';
import { AccountLockoutHook } from '../../account/users/account-deletion-hook.js';
import { EventsService } from '../../events/events.service.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import type { Call } from './call.entity.js';
import { CallRepository, RING_SECONDS } from './call.repository.js';
import type { CallAnswer, CallsAnswer, EndedCallAnswer } from './calls.dto.js';
import { CallAnswered, CallEnded, CallStarted } from './calls.events.js';
import { EndUnansweredCallJob } from './end-calls.job.js';

export const ownCall = refusal(400, 'You cannot call yourself');
export const cannotCall = refusal(403, 'You cannot call this user');
export const noActiveCall = refusal(404, 'No active call');
export const callHasEnded = refusal(409, 'Call has ended');

@Injectable()
export class CallsService extends AccountLockoutHook {
  constructor(
    private readonly calls: CallRepository,
    private readonly events: EventsService,
    private readonly endUnanswered: EndUnansweredCallJob,
    private readonly jobs: JobsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  /** The calls of the user that ring or are active, newest first. */
  async listCurrent(userId: string): Promise<CallsAnswer> {
    return { calls: await this.calls.listCurrent(userId) };
  }

  async start(callerId: string, targetId: string, type: string): Promise<CallAnswer> {
    if (callerId === targetId) throw ownCall();
    return this.database.transaction(async () => {
      const started = await this.calls.start(callerId, targetId, type);
      if (!started) throw notFound('User');
      const { call, from } = started;
      if (!call) throw cannotCall();
      await this.jobs.enqueue(this.endUnanswered, { call_id: call.id }, RING_SECONDS);
      this.events.announce(CallStarted, { call, from }, callerId);
      return asAnswer(callAnswer(call));
    });
  }

  /** Either participant may join; when both do, the second one gets the active call. */
  join(id: string, callerId: string): Promise<CallAnswer> {
    return this.database.transaction(async () => {
      const joined = await this.calls.join(id, callerId);
      if (joined) {
        this.events.announce(CallAnswered, joined, callerId);
        return callAnswer(joined);
      }
      const call = await this.require(id, callerId);
      if (call.status === 'ended') throw callHasEnded();
      if (call.status === 'ringing' && call.is_blocked) throw cannotCall();
      return callAnswer(call);
    });
  }

  /** Ends every active call of the caller and answers the newest of them. */
  leave(callerId: string): Promise<EndedCallAnswer> {
    return this.database.transaction(async () => {
      const ended = await this.calls.end('active', callerId);
      const [latest] = ended.sort((one, other) => (one.call.id < other.call.id ? 1 : -1));
      if (!latest) throw noActiveCall();
      for (const end of ended) this.events.announce(CallEnded, { ...end, ended_by: callerId }, callerId);
      return endedAnswer(latest.call);
    });
  }

  /** Ends a ringing or active call. A call that has ended already is answered as it is. */
  end(id: string, callerId: string): Promise<EndedCallAnswer> {
    return this.database.transaction(async () => {
      const [ended] = await this.calls.end('one', id, callerId);
      if (!ended) return endedAnswer(await this.require(id, callerId));
      this.events.announce(CallEnded, { ...ended, ended_by: callerId }, callerId);
      return endedAnswer(ended.call);
    });
  }

  /** An account that is deleted, banned or suspended leaves nobody in a call. */
  async before(userId: string): Promise<void> {
    for (const end of await this.calls.end('all', userId)) {
      this.events.announce(CallEnded, { ...end, ended_by: userId }, userId);
    }
  }

  private async require(id: string, callerId: string) {
    const call = await this.calls.find(id, callerId);
    if (!call) throw notFound('Call');
    return call;
  }
}

const callAnswer = ({ id, initiator_id, target_id, type, status, ended_at }: Call): CallAnswer => ({
  call: { id, initiator_id, target_id, type, status, ended_at },
});

/** For a call that has ended. */
const endedAnswer = ({ id, status, ended_at }: Call): EndedCallAnswer => ({
  call: { id, status, ended_at: ended_at as Date },
});
