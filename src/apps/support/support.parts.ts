import { AgentRepository } from './desks/agent.repository.js';
import { DeskRepository } from './desks/desk.repository.js';
import { Desks } from './desks/desks.js';
import { HandOver } from './desks/hand-over.js';
import { Naming } from './desks/naming.js';
import { SaveAgents } from './desks/save-agents.js';
import { ForgetPeople } from './forget-people.js';
import { DropUploads } from './jobs/drop-uploads.job.js';
import { FinishTickets as FinishTicketsJob } from './jobs/finish-tickets.job.js';
import { WatchDeadlines } from './jobs/watch-deadlines.job.js';
import { Conversation } from './messages/conversation.js';
import { MessageRepository } from './messages/message.repository.js';
import { UploadRepository } from './messages/upload.repository.js';
import { Uploads } from './messages/uploads.js';
import { RatingRepository } from './ratings/rating.repository.js';
import { CannedReplies } from './replies/canned-replies.js';
import { CannedReplyRepository } from './replies/canned-reply.repository.js';
import { StatsRepository } from './stats.repository.js';
import { SupportNews } from './support-news.js';
import { AskForHelp } from './tickets/ask-for-help.js';
import { CloseTickets } from './tickets/close-tickets.js';
import { FinishTickets } from './tickets/finish-tickets.js';
import { FinishingRepository } from './tickets/finishing.repository.js';
import { MergeTickets } from './tickets/merge-tickets.js';
import { OpenTickets } from './tickets/open-tickets.js';
import { Reply } from './tickets/reply.js';
import { StoryRepository } from './tickets/story.repository.js';
import { TicketAccess } from './tickets/ticket-access.js';
import { TicketDetails } from './tickets/ticket-details.js';
import { TicketListRepository } from './tickets/ticket-list.repository.js';
import { TicketLists } from './tickets/ticket-lists.js';
import { TicketRepository } from './tickets/ticket.repository.js';
import { Tickets } from './tickets/tickets.js';
import { UpdateTickets } from './tickets/update-tickets.js';

const DESKS = [DeskRepository, AgentRepository, Desks, Naming, HandOver, SaveAgents];
const TICKETS = [
  TicketRepository,
  TicketListRepository,
  StoryRepository,
  FinishingRepository,
  Tickets,
  TicketAccess,
  TicketLists,
  TicketDetails,
  OpenTickets,
  AskForHelp,
  Reply,
  UpdateTickets,
  CloseTickets,
  MergeTickets,
  FinishTickets,
];
const MESSAGES = [MessageRepository, Conversation, UploadRepository, Uploads];
const REPLIES = [CannedReplyRepository, CannedReplies];
const JOBS = [WatchDeadlines, FinishTicketsJob, DropUploads];

/** What the actions stand on. */
export const SUPPORT_PARTS = [
  ...DESKS,
  ...TICKETS,
  ...MESSAGES,
  ...REPLIES,
  ...JOBS,
  RatingRepository,
  StatsRepository,
  SupportNews,
  ForgetPeople,
];
