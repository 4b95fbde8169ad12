/** Printers and jobs as the control page shows them. */
import { FISCAL_MODELS } from '../devices/fiscal-printer/models.ts';
import { MODELS } from '../devices/receipt-printer/models.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalRecord } from '../receipt/tra.ts';
import type { Registers } from '../register/registers.ts';
import type { Attributes } from '../settings/attributes.ts';
import type { Job } from './job.ts';
import type { PrintQueue } from './print-queue.ts';
import type { Printing } from './printing.ts';
import { DISPLAYS } from '../devices/line-display/models.ts';
import { DRAWERS } from '../devices/drawer/models.ts';
import { drawerRow, displayRow } from './other-rows.ts';
import type { DevicesOverview, JobRow, PrinterRow } from './wire.ts';

/** What the overview is made of. */
export interface DevicesSources {
  printing: Printing;
  journal: Journal;
  registers: Registers;
  /** The profile's attributes for a register. */
  attributes: (rn?: string) => Attributes;
}

const MOST_OTHERS = 50;
/** Jobs that have not ended and are shown. */
const MOST_OPEN = 50;

/** Answer of `GET /control/devices`. The printer is asked how it is; its answer is in the next one. */
export async function devicesOverview(sources: DevicesSources, rn: string): Promise<DevicesOverview> {
  const { printing, registers, attributes, journal } = sources;
  const queue = printing.printer(rn) && (await printing.queue(rn));
  if (queue) void queue.look();
  const others: PrinterRow[] = [];
  for (const other of registers.names) {
    if (others.length >= MOST_OTHERS) break;
    if (other === rn) continue;
    const row = printerRow(sources, other, printing.opened(other));
    if (row) others.push(row);
  }
  const own = attributes(rn);
  const fiscal = printing.fiscalPrinter(rn);
  const jobs = queue ? [...queue.views.slice(0, MOST_OPEN), ...byEnd(queue.ended)] : [];
  const last = (await registers.find(rn))?.last ?? null;
  return {
    printer: printerRow(sources, rn, queue),
    fiscal: fiscal && { title: fiscal.model.title, port: fiscal.address },
    isWrong: own.text('Printer') !== undefined && printing.printer(rn) === null && fiscal === null,
    jobs: await Promise.all(jobs.map((job) => jobRow(journal, rn, job))),
    lastReceipt: last && { sq: last.SQ, number: numberOf(last) },
    others,
    models: [
      ...MODELS.map(({ name, title }) => ({ name, title, isFiscal: false })),
      ...FISCAL_MODELS.map(({ name, title }) => ({ name, title, isFiscal: true })),
    ],
    display: displayRow(printing, own),
    drawer: drawerRow(printing, own),
    displayModels: DISPLAYS.map(({ name }) => name),
    drawerModels: DRAWERS.map(({ name }) => name),
    login: {
      isWanted: fiscal !== null,
      isThere: own.text('Device_Auth') !== undefined,
    },
    profile: {
      model: own.text('Printer') ?? '',
      port: own.text('Printer_Port') ?? '',
      paper: own.text('Printer_Paper') === '58' ? '58' : '80',
    },
  };
}

function printerRow(
  { printing, attributes }: DevicesSources,
  rn: string,
  queue: PrintQueue | null,
): PrinterRow | null {
  const printer = printing.printer(rn);
  if (!printer) return null;
  const { address: port, paper } = printer;
  const model = printer.model.title;
  const { drawerHigh = null, paper: roll = null } = queue?.status ?? {};
  const drawerLevel = drawerHigh === null ? null : drawerHigh ? 'high' : 'low';
  const drawerLearned = drawerLevelOf(attributes(rn));
  const told = queue?.told;
  return {
    ...{ rn, model, port, paper },
    seen: queue?.seen ?? (queue ? null : 'unasked'),
    paperLow: roll === 'near end',
    drawerOpen: drawerLevel === null || drawerLearned === null ? null : drawerLevel === drawerLearned,
    ...{ drawerLevel, drawerLearned },
    name: [told?.maker, told?.model].filter(Boolean).join(' ') || null,
    serial: told?.serial || null,
    waiting: queue?.views.filter(({ state }) => state === 'waiting' || state === 'sending').length ?? 0,
  };
}

/** The level that means open, as the profile has it. */
export function drawerLevelOf(attributes: Attributes): 'high' | 'low' | null {
  const level = attributes.text('Printer_Drawer')?.toLowerCase();
  return level === 'high' || level === 'low' ? level : null;
}

/** The one that ended last comes first. */
function byEnd(jobs: readonly Job[]): Job[] {
  return jobs.toSorted((a, b) => (b.end?.at ?? '').localeCompare(a.end?.at ?? '') || b.id - a.id);
}

async function jobRow(journal: Journal, rn: string, job: Job): Promise<JobRow> {
  const { id, at, content, state, end = null } = job;
  const record = content.kind === 'receipt' ? await journal.bySq(rn, content.sq) : null;
  return { id, at, content, number: record && numberOf(record), state, end };
}

/** Fiscal number, else that of the till. */
function numberOf({ Fis, ESR }: JournalRecord): string | null {
  const number: unknown = (Fis as { FN?: unknown } | undefined)?.FN ?? ESR?.TN;
  return typeof number === 'string' || typeof number === 'number' ? String(number) : null;
}
