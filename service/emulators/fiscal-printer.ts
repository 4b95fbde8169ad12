/** What emulated fiscal printers have in common. */
import type { Clock } from '../clock.ts';
import type { Stored } from './it-printer/memory.ts';
import type { Conditions } from './it-printer/printer.ts';
import type { Faults } from './server.ts';

/** How to start one. */
export interface FiscalEmulatorOptions {
  /** Port on this machine; a free one when left out. */
  port?: number;
  /** Keeps no process running. */
  background?: boolean;
  clock?: Clock;
  /** File of the fiscal memory; forgotten with the process when left out. */
  memory?: string;
  /** Eleven letters and digits. */
  serial?: string;
  /** `user:password` that requests must have. */
  auth?: string;
  /** Called with each document, text or report as it comes out. */
  printed?(came: Pick<Stored, 'paper'>): void;
}

/** A running one. */
export interface FiscalEmulator extends Faults {
  port: number;
  conditions: Conditions;
  /** Documents in the memory, oldest first. */
  readonly documents: readonly Stored[];
  /** Texts that came out and are no documents, oldest first. */
  readonly texts: readonly string[];
  /** What the line display shows. */
  readonly shown: string;
  /** Exchanges the printer for a new one. */
  exchange(serial: string): void;
}
