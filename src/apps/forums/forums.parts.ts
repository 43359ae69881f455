import { ForgetMember } from './forget-member.js';
import { ForgetMemberRepository } from './forget-member.repository.js';
import { ForumNews } from './forum-news.js';
import { AdoptForums } from './jobs/adopt-forums.job.js';
import { AutoClose } from './jobs/auto-close.job.js';
import { CountViews } from './jobs/count-views.job.js';
import { KeepingRepository } from './jobs/keeping.repository.js';
import { PromoteMembers } from './jobs/promote-members.job.js';
import { Recount } from './jobs/recount.job.js';
import { RecountRepository } from './jobs/recount.repository.js';
import { ReindexForum } from './jobs/reindex-forum.job.js';
import { TellWatchers } from './jobs/tell-watchers.job.js';
import { CleanUp } from './keeping/clean-up.js';
import { CleanUpRepository } from './keeping/clean-up.repository.js';
import { Counters } from './keeping/counters.js';
import { Flagging } from './keeping/flagging.js';
import { PostStates } from './keeping/post-states.js';
import { Resolving } from './keeping/resolving.js';
import { ReviewRepository } from './keeping/review.repository.js';
import { Discipline } from './people/discipline.js';
import { Joining } from './people/joining.js';
import { Me } from './people/me.js';
import { MemberRepository } from './people/member.repository.js';
import { CategoryRepository } from './places/category.repository.js';
import { ChangeForum } from './places/change-forum.js';
import { Entrance } from './places/entrance.js';
import { ForumListRepository } from './places/forum-list.repository.js';
import { ForumRepository } from './places/forum.repository.js';
import { PlaceRepository } from './places/place.repository.js';
import { StatsRepository } from './stats.repository.js';
import { ChangeTopic } from './talk/change-topic.js';
import { EditPost } from './talk/edit-post.js';
import { LikeRepository } from './talk/like.repository.js';
import { Liking } from './talk/liking.js';
import { PaceRepository } from './talk/pace.repository.js';
import { PostPages } from './talk/post-pages.js';
import { PostRepository } from './talk/post.repository.js';
import { Posting } from './talk/posting.js';
import { Reading } from './talk/reading.js';
import { ReplyService } from './talk/reply.service.js';
import { Telling } from './talk/telling.js';
import { TopicListRepository } from './talk/topic-list.repository.js';
import { TopicRepository } from './talk/topic.repository.js';
import { TrackingRepository } from './talk/tracking.repository.js';
import { ViewRepository } from './talk/view.repository.js';
import { Writing } from './talk/writing.js';

const PLACES = [Entrance, PlaceRepository, ForumRepository, ForumListRepository, CategoryRepository, ChangeForum];
const PEOPLE = [MemberRepository, Joining, Discipline, Me];
const TALK = [
  TopicRepository,
  TopicListRepository,
  PostRepository,
  PostPages,
  TrackingRepository,
  ViewRepository,
  LikeRepository,
  PaceRepository,
  Writing,
  Posting,
  ReplyService,
  Telling,
  Reading,
  Liking,
  ChangeTopic,
  EditPost,
];
const KEEPING = [Counters, PostStates, ReviewRepository, Flagging, Resolving, CleanUp, CleanUpRepository];
const JOBS = [
  KeepingRepository,
  RecountRepository,
  TellWatchers,
  ReindexForum,
  PromoteMembers,
  AutoClose,
  AdoptForums,
  Recount,
  CountViews,
];

/** What the actions stand on. */
export const FORUM_PARTS = [
  ...PLACES,
  ...PEOPLE,
  ...TALK,
  ...KEEPING,
  ...JOBS,
  ForumNews,
  StatsRepository,
  ForgetMemberRepository,
  ForgetMember,
];
