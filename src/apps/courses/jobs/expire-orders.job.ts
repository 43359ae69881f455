import { AppProvider } from '../../kernel/app-provider.js';
import { ExpireOrdersJob } from '../../kernel/selling/expire-orders.job.js';
import { CourseHoldsService } from '../orders/course-holds.service.js';

@AppProvider()
export class ExpireOrders extends ExpireOrdersJob {
  readonly name = 'courses.expire-orders';

  constructor(protected readonly holds: CourseHoldsService) {
    super();
  }
}
