import { Farewell } from './farewell.js';

/** A farewell that is also said to whoever is suspended or banned: what he is in the middle of ends, and nothing else. */
export abstract class Interruption extends Farewell {}
