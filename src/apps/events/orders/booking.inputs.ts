import { ArrayMaxSize, ArrayMinSize, IsInt, IsObject, Max, MaxLength, Min } from 'class-validator';
import { Chars, Email, ListOf, Optional, Uuid, WebAddress, Written } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import type { Question } from '../catalogue/event.entity.js';

export class AttendeeFields {
  @Written(1, 120) name!: string;
  @Optional() @Email() email?: string;
  @Optional() @IsObject() answers?: Record<string, unknown>;
}

export class ItemFields {
  @Uuid() ticket_type_id!: string;
  @IsInt() @Min(1) @Max(50) quantity!: number;
  @Optional() @ListOf(() => AttendeeFields) @ArrayMaxSize(50) attendees?: AttendeeFields[];
}

export class BookingFields {
  @Uuid() event_id!: string;
  @ListOf(() => ItemFields) @ArrayMinSize(1) @ArrayMaxSize(10) items!: ItemFields[];
  @Optional() @Chars(1, 32) promo_code?: string;
  @Optional() @Uuid() waitlist_entry_id?: string;
  @Optional() @Chars(1, 64) request_key?: string;
  @Optional() @WebAddress() @MaxLength(2000) success_url?: string;
  @Optional() @WebAddress() @MaxLength(2000) cancel_url?: string;
}

export interface Seat {
  ticket_type_id: string;
  attendee_name: string;
  attendee_email: string | null;
  answers: object;
}

/** One seat for each ticket that is asked for: of the attendee, or of the buyer where none is named. */
export function seatsOf(items: ItemFields[], questions: Question[], buyerName: string): Seat[] {
  return items.flatMap(({ ticket_type_id, quantity, attendees = [] }) => {
    if (attendees.length && attendees.length !== quantity) throw new Refusal(400, 'One attendee per seat');
    return Array.from({ length: quantity }, (_, at) => {
      const { name = buyerName, email = null, answers = {} } = attendees[at] ?? {};
      expectAnswers(answers, questions);
      return { ticket_type_id, attendee_name: name, attendee_email: email, answers };
    });
  });
}

function expectAnswers(answers: Record<string, unknown>, questions: Question[]): void {
  const missing = questions.find(({ key, required }) => required && isEmpty(answers[key]));
  if (missing) throw new Refusal(400, `Answer required: ${missing.label}`);
  const asked = new Map(questions.map((question) => [question.key, question]));
  for (const [key, answer] of Object.entries(answers)) {
    const question = asked.get(key);
    if (!question || (!isEmpty(answer) && !isAnswer(answer, question)))
      throw invalid({
        field: 'answers',
        message: `answers.${key.slice(0, 40)} is no answer to a question of the event`,
      });
  }
}

const isEmpty = (answer: unknown) =>
  answer === undefined || answer === null || (typeof answer === 'string' && !answer.trim());

const LONGEST_ANSWER = 1000;

function isAnswer(answer: unknown, { type, options }: Question): boolean {
  if (type === 'boolean') return typeof answer === 'boolean';
  if (typeof answer !== 'string' || answer.length > LONGEST_ANSWER) return false;
  return type === 'text' || (options ?? []).includes(answer);
}
