import { durable } from '../../realtime/event-type.js';
import { TransactionAnswer } from './wallet.dto.js';

export const WALLET_TRANSACTION = durable('wallet.transaction', TransactionAnswer);
