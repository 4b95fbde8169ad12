/**
 * Series and numbers of documents, counted by the register without a gap: simplified
 * invoices (T), invoices (F) and corrections (R) apart (RD 1619/2012, art. 6.1.a), each year anew.
 */
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import type { State } from '../contract/state.ts';
import type { DocumentId, DocumentKind } from './document.ts';

/** Where the register counts since a restore: in place of the year. */
const GENERATION_KEY = 'ES/generation';
/** State key that says that a register was restored, until its event log has noted it. */
export const RESTORED_KEY = 'ES/restored';
const INSTALLATION_KEY = 'ES/installation';
/** Beginning of all keys of chains. */
const CHAIN_KEY = 'ES/chain/';
/** Location and terminal together; with kind, test, year or restore they make 20 characters. */
export const MOST_TERMINAL = 10;
const EPOCH = Date.UTC(2026, 0, 1);

/** Letters of a series for what a document is. */
function letterOf(kind: DocumentKind): string {
  return kind.startsWith('R') ? 'R' : kind === 'F2' ? 'T' : 'F';
}

/** Whether location and terminal can be part of a series. */
export function isTerminal(TL: string, TT: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(TL) && /^[A-Za-z0-9._-]+$/.test(TT) && `${TL}${TT}`.length <= MOST_TERMINAL;
}

/** What the numbers of a terminal are made of. */
export function terminalName(TL: string, TT: string): string {
  return `${TL}-${TT}`.toUpperCase();
}

/** The next number of a document, with the state change that counts it. */
export function nextId(
  { TL, TT, D }: Pick<CompleteEsr, 'TL' | 'TT' | 'D'>,
  kind: DocumentKind,
  test: boolean,
  state: State,
): { id: DocumentId; changes: Record<string, Json> } {
  const generation = state.get(GENERATION_KEY);
  const when = typeof generation === 'string' ? generation : D.slice(2, 4);
  const series = `${test ? 'X' : ''}${letterOf(kind)}${when}-${terminalName(TL, TT)}`;
  const key = `ES/number/${series}`;
  const number = Number(state.get(key) ?? 0) + 1;
  return { id: { series, number: String(number), date: D.slice(0, 10) }, changes: { [key]: number } };
}

/** Whether all documents of a series are in the journal: it is counted here, and not one of before a restore. */
export function isCounted(state: State, series: string): boolean {
  if ((state.get(`ES/number/${series}`) ?? null) === null) return false;
  const generation = state.get(GENERATION_KEY);
  return typeof generation !== 'string' || series.replace(/^X?[TFR]/, '').startsWith(`${generation}-`);
}

/** NumSerieFactura. */
export function fullNumber({ series, number }: Pick<DocumentId, 'series' | 'number'>): string {
  return series === '' ? number : `${series}/${number}`;
}

/** Series and number of a text that people know a document by. */
export function splitNumber(text: string): Pick<DocumentId, 'series' | 'number'> {
  const at = text.lastIndexOf('/');
  return at < 0 ? { series: '', number: text } : { series: text.slice(0, at), number: text.slice(at + 1) };
}

/** State key of where a system's chain ends. */
export function chainKey(system: string, test: boolean): string {
  return `${CHAIN_KEY}${system}${test ? '/test' : ''}`;
}

/** The installation whose chains these are: that of the state, or a new one that begins with this document. */
export function installationOf(
  state: State,
  { TL, TT }: Pick<CompleteEsr, 'TL' | 'TT'>,
  now: string,
): { installation: string; changes: Record<string, Json> } {
  const known = state.get(INSTALLATION_KEY);
  if (typeof known === 'string') return { installation: known, changes: {} };
  const generation = state.get(GENERATION_KEY);
  const begin = typeof generation === 'string' ? `${generation}-${now}` : now;
  const installation = `${terminalName(TL, TT)}-${begin.replace(/[:-]/g, '')}`;
  return { installation, changes: { [INSTALLATION_KEY]: installation } };
}

/**
 * A register that was restored does not know what it has issued since the backup: it goes on
 * with new series, and with new chains of a new installation.
 */
export function renewed(state: State, now: number): Record<string, Json> {
  const seconds = Math.max(0, Math.floor((now - EPOCH) / 1000));
  const generation = seconds.toString(36).toUpperCase().padStart(6, '0');
  const chains = [...state.keys()].filter((key) => key.startsWith(CHAIN_KEY));
  return {
    [GENERATION_KEY]: generation,
    [INSTALLATION_KEY]: null,
    [RESTORED_KEY]: generation,
    // The event log and its sums begin anew with the installation.
    ...{ 'ES/events': null, 'ES/tally': null },
    ...Object.fromEntries(chains.map((key) => [key, null])),
  };
}
