/** How a Posnet printer is, from its status commands. */
import type { FiscalPrinterState, Outcome } from '../contract.ts';
import { isLost, type Conversation } from '../conversation.ts';
import { flag, lastDocument, mechanismTrouble, number, time, type Values } from './answers.ts';
import { command, refusal } from './command.ts';

/** Days that the fiscal memory of an online printer has room for, and how few left are pointed out. */
const MOST_DAYS = 1830;
const FEW_DAYS = 30;
/** The day must be closed before the next one begins; the printer wants it within this many hours of the first sale. */
const DAY_HOURS = 24;
/** What it tells of a day without sales. */
const NO_SALES = '2000-01-01';
/** Drawer status. */
const DRAWER = { open: 0, closed: 1 };

/** Asks all of them. */
export async function readState(line: Conversation): Promise<Outcome<FiscalPrinterState>> {
  const answers = new Map<string, Values>();
  for (const name of ['scnt', 'stot', 'strns', '!sprn', '!sdev', '!sdrwr', 'rtcget']) {
    const told = await command(line, name);
    if (isLost(told)) return { outcome: 'unknown', failure: told.lost };
    // Small models have no drawer.
    if (told.error !== null && name !== '!sdrwr')
      return { outcome: 'unknown', failure: refusal(name, told.error) };
    answers.set(name.replace('!', ''), told.values);
  }
  const state = stateOf((name) => answers.get(name)!);
  return state
    ? { outcome: 'done', result: state }
    : { outcome: 'unknown', failure: { trouble: 'unreadable', text: 'the state makes no sense' } };
}

function stateOf(of: (name: string) => Values): FiscalPrinterState | null {
  const newest = lastDocument(of('scnt'), of('stot'));
  const closed = number(of('scnt'), 'rd');
  const mechanism = mechanismTrouble(of('sprn'));
  const clock = time(of('rtcget').get('da'));
  const begun = time(of('stot').get('ds'));
  if (!newest || closed === null || clock === null || begun === null) return null;
  const isOpen = !begun.startsWith(NO_SALES);
  const due = isOpen ? later(begun, DAY_HOURS) : null;
  const drawer = number(of('sdrwr'), 'ds');
  return {
    ...{ serial: newest.serial, z: newest.z, dayOpen: isOpen },
    paperNearEnd: flag(of('sdev'), 'pe'),
    offline: mechanism !== null,
    paperEnd: mechanism === 'paper',
    coverOpen: mechanism === 'cover',
    drawerOpen: drawer === DRAWER.open ? true : drawer === DRAWER.closed ? false : null,
    memoryNearlyFull: closed >= MOST_DAYS - FEW_DAYS,
    memoryFull: closed >= MOST_DAYS,
    receiptOpen: number(of('strns'), 'to') !== 0,
    certificateExpires: null,
    unsent: number(of('stot'), 'tf'),
    nextZRequired: due,
    zRequired: due !== null && due <= clock,
    ...{ clock, memoryUsed: percent(closed) },
  };
}

/** Days of the memory that are in use, percent with one decimal. */
function percent(closed: number): string {
  return `${Math.floor((closed * 100) / MOST_DAYS)}.${Math.floor((closed * 1000) / MOST_DAYS) % 10}`;
}

/** A local time some hours later. */
function later(local: string, hours: number): string {
  return new Date(Date.parse(`${local}Z`) + hours * 3_600_000).toISOString().slice(0, 19);
}
