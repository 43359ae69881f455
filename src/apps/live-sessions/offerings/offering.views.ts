import { IsString } from 'class-validator';
import { ListOf, Nullable, Optional } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Offering } from '../entities/offering.entity.js';
import { QuestionFields } from './offering.inputs.js';

export class OfferingView extends viewOf(Offering, { without: ['join_url'] }) {
  @ListOf(() => QuestionFields) declare questions: QuestionFields[];
  /** For its host alone. */
  @Optional() @Nullable() @IsString() join_url?: string | null;
}

export const presentOffering = (offering: Offering, viewerId: string | undefined): OfferingView => ({
  ...present(OfferingView, offering),
  ...(offering.owner_id === viewerId && { join_url: offering.join_url }),
});
