export const CALL_STATES = ['ringing', 'active', 'ended'] as const;
export type CallState = (typeof CALL_STATES)[number];

interface Move {
  from: CallState[];
  to: CallState;
}

/** A call begins by ringing; from `ended` nothing leads away. */
export const CALL_MOVES: Record<'join' | 'leave' | 'end' | 'unanswered', Move> = {
  join: { from: ['ringing'], to: 'active' },
  leave: { from: ['active'], to: 'ended' },
  end: { from: ['ringing', 'active'], to: 'ended' },
  unanswered: { from: ['ringing'], to: 'ended' },
};

const quoted = (states: readonly CallState[]) => states.map((state) => `'${state}'`).join(', ');

/** Whether the call `c` may make the move, as an expression. */
export const mayMove = (on: keyof typeof CALL_MOVES) => `c.status IN (${quoted(CALL_MOVES[on].from)})`;

/** The state after the move, as an assignment; with the moment that belongs to it. */
export function moved(on: keyof typeof CALL_MOVES): string {
  const { to } = CALL_MOVES[on];
  return `status = '${to}', ${to === 'ended' ? 'ended_at' : 'answered_at'} = clock_timestamp()`;
}
