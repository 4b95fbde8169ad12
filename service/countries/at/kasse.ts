/**
 * The register as the RKSV sees it (Registrierkasse): its Kassen-ID, the turnover
 * counter and the chain it goes on from, and the receipts that the tax office is
 * told of. All of it is state of the register, committed with each receipt.
 */
import { configuredTerminal, type Cfg } from '../../receipt/cfg.ts';
import type { Json } from '../../receipt/json.ts';
import type { LastTimes } from '../contract/fiscalise.ts';
import type { SignerIdentity } from '../contract/signer.ts';
import type { State } from '../contract/state.ts';
import { registerIdOf } from './rksv/identifiers.ts';

/** Where the register is, after the last receipt. */
export interface Kasse extends Record<string, Json> {
  /** Kassen-ID. */
  id: string;
  /** Check value of the AES key, 4 characters. */
  keyCheck: string;
  /** Turnover counter in cents, as text: it has more digits than a number keeps. */
  counter: string;
  /** Field 12 of the next receipt. */
  chain: string;
  /** Time in the code of the last receipt. */
  time: string;
  /** The unit that the last receipt names. */
  zda: string;
  serial: string;
  /** Time of the start receipt. */
  started: string;
  /** Time of the first receipt of an outage that has no collective receipt yet. */
  outage: string | null;
  /** Time of the closing receipt: nothing comes behind it. */
  closed: string | null;
}

/** A receipt that has to be checked with the tax office: start and annual receipts. */
export interface CheckedReceipt extends Record<string, Json> {
  number: string;
  time: string;
  /** The whole machine-readable code, as FinanzOnline wants it. */
  code: string;
  /** When the tax office has found it good, local time; null before. */
  checked: string | null;
}

const KASSE = 'AT/kasse';
const ANNUAL = 'AT/annual ';
const ANNUAL_DUE = 'AT/annual due';
const CERTIFICATES = 'AT/certificates ';

/** Event of the log record by which a manager says that the clock is right, and the last receipt's was wrong. */
export const CLOCK_CONFIRMED = 'clock-confirmed';

/** State key of the start receipt. */
export const START = 'AT/start';

/** Where the register is; null before its start receipt. */
export function kasseOf(state: State): Kasse | null {
  return (state.get(KASSE) as Kasse | undefined) ?? null;
}

/** The state change that goes with a receipt. */
export function withKasse(kasse: Kasse): Record<string, Json> {
  return { [KASSE]: kasse };
}

/** {@link Country.lastTimes} of Austria: the times in the codes. */
export function lastTimes(state: State): LastTimes {
  const kasse = kasseOf(state);
  return { entered: kasse?.closed === null ? kasse.time : '', dated: [] };
}

/** Kassen-ID of a configuration; null when its names cannot be one. */
export function configuredId(cfg: Cfg): string | null {
  const { TL, TT } = configuredTerminal(cfg);
  const id = registerIdOf(TL, TT);
  return 'value' in id ? id.value : null;
}

/** The start receipt; null before it. */
export function startReceipt(state: State): CheckedReceipt | null {
  return (state.get(START) as CheckedReceipt | undefined) ?? null;
}

/** State key of the annual receipt of a year. */
export function annualKey(year: string): string {
  return `${ANNUAL}${year}`;
}

/** Annual receipts by year, newest first. */
export function annualReceipts(state: State): [year: string, receipt: CheckedReceipt][] {
  const found: [string, CheckedReceipt][] = [];
  for (const key of state.keys()) {
    const year = key.startsWith(ANNUAL) ? key.slice(ANNUAL.length) : '';
    const receipt = /^\d{4}$/.test(year) ? state.get(key) : undefined;
    if (receipt) found.push([year, receipt as CheckedReceipt]);
  }
  return found.sort(([a], [b]) => b.localeCompare(a));
}

/** The year whose annual receipt could not be signed when it was due; null: none. */
export function postponedYear(state: State): string | null {
  const year = state.get(ANNUAL_DUE);
  return typeof year === 'string' ? year : null;
}

/** The state change that remembers, or forgets, a postponed annual receipt. */
export function withPostponedYear(year: string | null): Record<string, Json> {
  return { [ANNUAL_DUE]: year };
}

/** State key of the certificates of a unit. */
export function certificatesKey(zda: string, serial: string): string {
  return `${CERTIFICATES}${zda} ${serial}`;
}

/** Certificates of a unit that receipts name, its own first, base64 of DER; in a closed system its public key. */
export interface UnitCertificates extends Record<string, Json> {
  chain: string[];
  /** Base64 of SubjectPublicKeyInfo. */
  publicKey: string;
}

/** The certificates of a unit; null when no receipt names it. */
export function certificatesOf(state: State, zda: string, serial: string): UnitCertificates | null {
  return (state.get(certificatesKey(zda, serial)) as UnitCertificates | undefined) ?? null;
}

/** The certificates of all units that receipts name, with the serial numbers that these have of them. */
export function allCertificates(state: State): { serial: string; certificates: UnitCertificates }[] {
  return [...state.keys()].flatMap((key) => {
    const [, serial] = key.startsWith(CERTIFICATES) ? key.slice(CERTIFICATES.length).split(' ') : [];
    return serial === undefined ? [] : [{ serial, certificates: state.get(key) as UnitCertificates }];
  });
}

/** What is kept of a unit that signs for the first time. */
export function unitCertificates({ chain, publicKey }: SignerIdentity): UnitCertificates {
  return {
    chain: chain.map((der) => der.toString('base64')),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}
