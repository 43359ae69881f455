import { viewOf } from '../../kernel/rows/view.js';
import { Contact } from '../entities/contact.entity.js';

export class ContactView extends viewOf(Contact) {}
