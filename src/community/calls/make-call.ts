import { Injectable } from '@nestjs/common';
import { Jobs } from '../../jobs/jobs.js';
import { Database } from '../../platform/database/database.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { CallRepository, type FoundCall, RING_SECONDS } from './call.repository.js';
import { EndUnansweredCall } from './end-unanswered-call.job.js';
import { TellOfCall } from './tell-of-call.js';

/** Each answers the call as JSON. */
@Injectable()
export class MakeCall {
  constructor(
    private readonly calls: CallRepository,
    private readonly tell: TellOfCall,
    private readonly unanswered: EndUnansweredCall,
    private readonly jobs: Jobs,
    private readonly database: Database,
  ) {}

  async start(callerId: string, targetId: string, type: string): Promise<string> {
    if (callerId === targetId) throw new Refusal(400, 'You cannot call yourself');
    return this.database.transaction(async () => {
      const called = await this.calls.start(callerId, targetId, type);
      if (!called) throw notFound('User');
      if (!called.call) throw cannotCall();
      await this.jobs.enqueue(this.unanswered, { call_id: called.call.id }, RING_SECONDS);
      this.tell.ringing(called.call, called.from);
      return called.call.json;
    });
  }

  /** By either of the two; whoever comes second finds it active. */
  join(id: string, callerId: string): Promise<string> {
    return this.database.transaction(async () => {
      const joined = await this.calls.join(id, callerId);
      if (joined) {
        this.tell.active(joined, callerId);
        return joined.json;
      }
      const { status, is_blocked, json } = await this.found(id, callerId);
      if (status === 'ended') throw new Refusal(409, 'Call has ended');
      if (status === 'ringing' && is_blocked) throw cannotCall();
      return json;
    });
  }

  /** All that the caller speaks in; answers the newest of them. */
  leave(callerId: string): Promise<string> {
    return this.database.transaction(async () => {
      const ended = await this.calls.leave(callerId);
      const [latest] = ended.sort((one, other) => (one.id < other.id ? 1 : -1));
      if (!latest) throw new Refusal(404, 'No active call');
      for (const call of ended) this.tell.ended(call, callerId);
      return latest.json;
    });
  }

  /** Whether it rings or is spoken; what has ended already is answered as it did. */
  end(id: string, callerId: string): Promise<string> {
    return this.database.transaction(async () => {
      const ended = await this.calls.end(id, callerId);
      if (!ended) return (await this.found(id, callerId)).json;
      this.tell.ended(ended, callerId);
      return ended.json;
    });
  }

  private async found(id: string, callerId: string): Promise<FoundCall> {
    const call = await this.calls.find(id, callerId);
    if (!call) throw notFound('Call');
    return call;
  }
}

const cannotCall = () => new Refusal(403, 'You cannot call this user');
