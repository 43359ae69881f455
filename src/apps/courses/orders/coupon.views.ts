import { Uuid } from '../../../platform/http/fields.js';
import { CouponFields } from '../../kernel/selling/coupon.views.js';

export class CouponView extends CouponFields {
  @Uuid() course_id!: string;
}
