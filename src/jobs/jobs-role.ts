/** Whether this process runs jobs, or only enqueues them. */
export class JobsRole {
  constructor(readonly works: boolean) {}
}
