import type { Samples } from '../../contract/samples.js';

export const samples: Samples = { refused: ['spoil-greeting'] };
