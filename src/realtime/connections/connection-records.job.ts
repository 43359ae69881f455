import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { ConnectionRecordsService } from './connection-records.service.js';

/**
 * Also runs while no user is connected and no process has a heartbeat: after a restart, or when the last process died.
 */
@Injectable()
export class ConnectionRecordsJob extends Job {
  readonly name = 'realtime.keep-roster';
  override readonly every = '* * * * *';

  constructor(private readonly records: ConnectionRecordsService) {
    super();
  }

  run(): Promise<void> {
    return this.records.maintain();
  }
}
