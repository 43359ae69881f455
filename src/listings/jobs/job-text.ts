import { Injectable } from '@nestjs/common';
import { ContentFilter } from '../../moderation/content-filter/content-filter.js';
import { type JobInput, LONGEST } from './jobs.io.js';

/** What is said of a job, as it may be shown. */
@Injectable()
export class JobText {
  constructor(private readonly filter: ContentFilter) {}

  /** Only what was given: an absent field stays absent. */
  async clean<Given extends Partial<JobInput>>(given: Given): Promise<Given> {
    const cleaned: Given = { ...given };
    for (const field of ['title', 'location', 'description'] as const) {
      const text = given[field];
      if (text) cleaned[field] = await this.filter.clean(text, LONGEST[field]);
    }
    return cleaned;
  }
}
