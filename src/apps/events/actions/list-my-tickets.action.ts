import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { AttendanceRepository, type MyTicketRow, type When } from '../attendance/attendance.repository.js';
import { MyTicketView } from '../attendance/attendance.views.js';
import { TicketPresenter } from '../orders/ticket.views.js';

class Input extends Page {
  @Optional() @IsIn(['upcoming', 'past', 'all']) when?: When;
}

class Result extends pageOf('tickets', () => MyTicketView) {}

@Action('list-my-tickets', {
  access: 'authenticated',
  description: 'The tickets that the caller holds, with their codes.',
  input: Input,
  result: Result,
})
export class ListMyTickets {
  constructor(
    private readonly attendance: AttendanceRepository,
    private readonly presenter: TicketPresenter,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { rows, next_cursor } = await this.attendance.mine(caller.id, input.when ?? 'upcoming', pageQuery(input));
    return { tickets: rows.map((row) => this.present(row)), next_cursor };
  }

  private present(row: MyTicketRow) {
    const { ticket_type, currency, event, starts_at, ends_at, status } = row;
    return {
      ...this.presenter.own(row, currency),
      ticket_type,
      event: { ...event, starts_at, ends_at },
      online_url: status === 'valid' ? row.online_url : null,
    };
  }
}
