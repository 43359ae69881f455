import { FinishTickets } from './jobs/finish-tickets.job.js';
import { WatchDeadlines } from './jobs/watch-deadlines.job.js';
import { DropUploads } from './jobs/drop-uploads.job.js';
import { ForgetPeople } from './forget-people.js';
import { FilesModule } from '../../files/files.module.js';
import { NotificationsModule } from '../../notifications/notifications.module.js';
import { App } from '../kernel/app.js';
import { CloseTicket } from './actions/close-ticket.action.js';
import { CreateUpload } from './actions/create-upload.action.js';
import { GetTicket } from './actions/get-ticket.action.js';
import { ListAgents } from './actions/list-agents.action.js';
import { ListCannedReplies } from './actions/list-canned-replies.action.js';
import { ListTickets } from './actions/list-tickets.action.js';
import { MergeTickets } from './actions/merge-tickets.action.js';
import { OpenTicket } from './actions/open-ticket.action.js';
import { RateTicket } from './actions/rate-ticket.action.js';
import { ReplyToTicket } from './actions/reply-to-ticket.action.js';
import { SaveAgent } from './actions/save-agent.action.js';
import { SaveCannedReply } from './actions/save-canned-reply.action.js';
import { UpdateTicket } from './actions/update-ticket.action.js';
import { Agent, CannedReply, Desk } from './entities/desk.entity.js';
import { Message, Rating, Ticket, TicketEvent, Upload } from './entities/ticket.entity.js';
import { Support1790000032500 } from './migrations/1790000032500-support.js';
import { SupportExport } from './support.export.js';
import { SupportSettings } from './support.settings.js';
import { SupportStats } from './support.stats.js';

@App({
  slug: 'support',
  name: 'Support',
  description: 'A help desk: customers open tickets, agents answer in time, and the customer rates what came of it.',
  icon: 'life-buoy',
  category: 'business',
  version: '1.0.0',
  uses: ['notifications'],
  imports: [FilesModule, NotificationsModule],
  entities: [Desk, Agent, Ticket, Message, Upload, TicketEvent, CannedReply, Rating],
  migrations: [Support1790000032500],
  actions: [
    OpenTicket,
    ReplyToTicket,
    GetTicket,
    ListTickets,
    UpdateTicket,
    CloseTicket,
    MergeTickets,
    RateTicket,
    SaveCannedReply,
    ListCannedReplies,
    SaveAgent,
    ListAgents,
    CreateUpload,
  ],
  settings: SupportSettings,
  stats: SupportStats,
  exports: SupportExport,
  providers: [ForgetPeople, DropUploads, FinishTickets, WatchDeadlines],
})
export class SupportApp {}
