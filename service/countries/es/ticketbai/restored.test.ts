/** A register of Bizkaia that is restored from a backup. */
import { describe } from 'vitest';
import { restoredRows } from '../../testing/restored-rows.ts';
import { bizkaia } from './testing/example.ts';

describe('TicketBAI', () => restoredRows(bizkaia));
