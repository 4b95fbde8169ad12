/** What Germany demands of a configuration and of receipts, before the TSE is asked. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { minor, readAmount } from '../../receipt/money.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import {
  isPayment,
  isPosition,
  isTraining,
  type CompleteEsr,
  type Position,
  type Tax,
} from '../../receipt/tra.ts';
import type { State } from '../contract/state.ts';
import { beginIssues } from './begin.ts';
import { BUSINESS_CASES, businessCaseOf } from './business-case.ts';
import { agencyNumber, OWN_TURNOVER, recordIssues } from './cfg-records.ts';
import { isClient } from './client.ts';
import { issue } from './codes.ts';
import { LAST_Z } from './kept.ts';
import { bonOfNfs, namedBon, processOf } from './kind.ts';
import { openPeriod } from './period.ts';
import { groupOf, isRateOf } from './taxes.ts';

/** Bytes that all TSEs take (8 kB), and that the export has room for where sums are signed (TSE_VORGANGSDATEN). */
const MOST_DATA = 8000;
const MOST_SUMS = 1000;

/** What is wrong with a configuration. @param inForce what the register has until now, if it is known */
export function checkCfg(cfg: Cfg, inForce: Cfg | null = null): Issue[] {
  const serial = cfg.Trm?.Serial;
  const isWrong = serial !== undefined && !(typeof serial === 'string' && isClient(serial));
  const text = "1 to 30 letters, digits, spaces and '()+,-.:=? (it is the client id of the TSE)";
  return [...(isWrong ? [issue('#CFG', 'Cfg.Trm.Serial', text)] : []), ...recordIssues(cfg, inForce)];
}

/** What a report to the tax office and exports will lack. */
export function cfgWarnings({ Cmp }: Cfg): string[] {
  const lacking = ['Nam', 'Adr', 'Zip', 'City'].filter((name) => !Cmp[name]);
  return [
    ...lacking.map((name) => `Cfg.Cmp.${name}: German receipts need name and address of the company`),
    ...(Cmp.TIN === undefined ? ['Cfg.Cmp.TIN: the tax number is missing; exports for audits need it'] : []),
  ];
}

/** Another company has books of its own. */
export function checkChange(cfg: Cfg, current: Cfg, state: State): Issue[] {
  const hasBooks = openPeriod(state) !== null || state.get(LAST_Z) !== undefined;
  if (!hasBooks || (cfg.Cmp.TaxId === current.Cmp.TaxId && cfg.Cmp.Ctry === current.Cmp.Ctry)) return [];
  return [issue('#CFG', 'Cfg.Cmp.TaxId', 'another company needs a register of its own')];
}

/** What is wrong with a completed receipt. */
export function checkReceipt(esr: CompleteEsr, cfg: Cfg): Issue[] {
  const named = namedBon(esr);
  const told = bonOfNfs(esr);
  const isTwice = named !== null && told !== null && named !== told;
  const issues = [
    ...(isTwice ? [issue('#DE_PROCESS', 'ESR.DT', `${named} is not ${told} (ESR.NFS)`)] : []),
    ...trainingIssues(esr),
    ...beginIssues(esr),
    ...esr.PosA.flatMap((position, i) => positionIssues(position, `ESR.PosA[${i}]`, esr, cfg)),
    ...esr.TaxA.flatMap((tax, i) => taxIssues(tax, `ESR.TaxA[${i}]`, esr)),
    ...foreignIssues(esr),
  ];
  if (issues.length > 0) return issues;
  const process = processOf(esr);
  const isSums = process?.type === 'Kassenbeleg-V1';
  const [bytes, most] = [Buffer.byteLength(process?.data ?? ''), isSums ? MOST_SUMS : MOST_DATA];
  if (bytes <= most) return [];
  const path = isSums ? 'ESR.PayA' : 'ESR.PosA';
  return [issue('#DE_TOO_LONG', path, `it has ${bytes} bytes to be signed, at most ${most}`)];
}

/** What is signed as training must not count as a sale; a void of one that was taken before takes it back as it was. */
function trainingIssues(esr: CompleteEsr): Issue[] {
  const isSigned = esr.NFS !== undefined || esr.NF === undefined;
  if (namedBon(esr) !== 'AVTraining' || !isSigned || isTraining(esr) || esr.Void === '1') return [];
  return [issue('#DE_PROCESS', 'ESR.DT', 'AVTraining is no sale; send Test=1 for training')];
}

function taxIssues(tax: Tax, path: string, { D, PosA, TaxA }: CompleteEsr): Issue[] {
  if (groupOf(tax, D.slice(0, 10))) return [];
  const at = PosA.findIndex((position) => isPosition(position) && taxLineOf(position, TaxA) === tax);
  const place = at < 0 ? path : `ESR.PosA[${at}].TaxG`;
  return [issue('#DE_TAX', place, `${tax.Prc ?? '?'} % is no German rate`)];
}

/** What is sold at a rate of another time: such rates are for what is taken back (DE9). */
export function rateWarnings({ D, PosA, TaxA }: CompleteEsr): string[] {
  const day = D.slice(0, 10);
  return PosA.flatMap((position, i) => {
    if (!isPosition(position) || minor(position.Amt, 2) <= 0) return [];
    const tax = taxLineOf(position, TaxA);
    if (!tax || isRateOf(day, tax)) return [];
    return [
      `ESR.PosA[${i}].TaxG: ${tax.Prc} % is no rate of ${day}; rates of other years are for what is taken back`,
    ];
  });
}

function positionIssues(position: Position, path: string, esr: CompleteEsr, cfg: Cfg): Issue[] {
  if (!isPosition(position)) return [];
  const { DE_GV_TYP: told, DE_AGENTUR_ID: agency } = position;
  const isUnknown = told !== undefined && !(BUSINESS_CASES as readonly unknown[]).includes(told);
  const text = `${JSON.stringify(told)} is no GV_TYP of DSFinV-K`;
  return [
    ...(isUnknown ? [issue('#DE_BUSINESS_CASE', `${path}.DE_GV_TYP`, text)] : []),
    ...agencyIssues(agency, `${path}.DE_AGENTUR_ID`, cfg),
    ...(isUnknown ? [] : voucherIssues(position, path, esr)),
  ];
}

function agencyIssues(agency: unknown, path: string, { DE_Agentur = [] }: Cfg): Issue[] {
  const number = agencyNumber(agency);
  const isKnown = number === OWN_TURNOVER || DE_Agentur.some(({ Id }) => agencyNumber(Id) === number);
  if (agency === undefined || (number !== null && isKnown)) return [];
  return [issue('#DE_AGENCY', path, `Cfg.DE_Agentur has no ${JSON.stringify(agency)}`)];
}

/** A voucher of one purpose, and a tip for the company, bear tax; the others do not. */
function voucherIssues(position: Position, path: string, esr: CompleteEsr): Issue[] {
  const tax = taxLineOf(position, esr.TaxA) ?? null;
  const kind = businessCaseOf(position, tax, esr);
  const isTaxed = Number(tax?.Prc ?? 0) > 0;
  const wrong = (text: string) => [issue('#DE_VOUCHER', `${path}.TaxG`, `${kind}: ${text}`)];
  if (kind.startsWith('Einzweckgutschein') && !isTaxed) return wrong('has the tax of what it is for');
  if (kind.startsWith('Mehrzweckgutschein') && isTaxed) return wrong('bears no tax before it is redeemed');
  if (kind === 'TrinkgeldAN' && isTaxed)
    return [issue('#DE_BUSINESS_CASE', `${path}.TaxG`, 'a tip for the staff bears no tax')];
  return [];
}

/** Foreign money is signed with two decimals. */
function foreignIssues({ PayA }: CompleteEsr): Issue[] {
  return PayA.flatMap(({ FAmt, ...payment }, i) => {
    if (!isPayment(payment) || FAmt === undefined || 'minor' in readAmount(FAmt, 2)) return [];
    return [issue('#PAY_FOREIGN', `ESR.PayA[${i}].FAmt`, 'must have at most two decimals')];
  });
}
