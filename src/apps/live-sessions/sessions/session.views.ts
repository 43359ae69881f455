import { IsIn, IsString } from 'class-validator';
import { present, viewOf } from '../../kernel/rows/view.js';
import { KINDS, type OfferingKind } from '../entities/offering.entity.js';
import { LiveSession } from '../entities/session.entity.js';
import type { TitledSession } from './session.repository.js';

/** A session as its host sees it. The join link is given by `join-session` alone. */
export class SessionView extends viewOf(LiveSession, { without: ['title', 'join_url', 'alerts_sent', 'remind_at'] }) {
  /** Its own, or the one of its offering. */
  @IsString() title!: string;
  @IsIn(KINDS) kind!: OfferingKind;
}

/** A session as its participants see it. */
export class BookedSessionView extends viewOf(LiveSession, {
  only: [
    'id',
    'owner_id',
    'offering_id',
    'starts_at',
    'ends_at',
    'status',
    'started_at',
    'ended_at',
    'calendar_sequence',
    'cancel_reason',
  ],
}) {
  @IsString() title!: string;
  @IsIn(KINDS) kind!: OfferingKind;
}

type Titled = Pick<TitledSession, 'title' | 'offering_title'>;

export const titleOf = ({ title, offering_title }: Titled) => title ?? offering_title;

export const presentSession = (session: TitledSession): SessionView => ({
  ...present(SessionView, session),
  title: titleOf(session),
  kind: session.kind,
});

export const presentBookedSession = (session: TitledSession): BookedSessionView => ({
  ...present(BookedSessionView, session),
  title: titleOf(session),
  kind: session.kind,
});
