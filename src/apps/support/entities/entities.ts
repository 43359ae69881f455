import { Agent } from './agent.entity.js';
import { CannedReply } from './canned-reply.entity.js';
import { Desk } from './desk.entity.js';
import { Message } from './message.entity.js';
import { Rating } from './rating.entity.js';
import { TicketEvent } from './ticket-event.entity.js';
import { Ticket } from './ticket.entity.js';
import { Upload } from './upload.entity.js';

/** All that is kept of desks. */
export const ENTITIES = [Desk, Agent, Ticket, Message, Upload, TicketEvent, CannedReply, Rating];
