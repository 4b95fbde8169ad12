/** The audit of an online country's register: numbers, codes that fit what was printed, and the authority's code for everything. */
import { configuredTerminal, type Cfg } from '../../../receipt/cfg.ts';
import { isTree } from '../../../receipt/tree.ts';
import { numberKey } from '../../../receipt/number-key.ts';
import type { CompleteEsr, Fis, JournalRecord } from '../../../receipt/tra.ts';
import type { Auditor, Finding } from '../../contract/audit.ts';
import type { State } from '../../contract/state.ts';
import { tagOf } from './tags.ts';

/** What a country's receipts are held against. */
export interface OnlineAuditRules {
  /** Name of the authority's code in Fis.Tag, e.g. `JIR`. */
  code: string | ((fis: Fis | undefined) => string);
  /** What such a code looks like. */
  form: RegExp;
  isReported: (esr: CompleteEsr, fis: Fis | undefined) => boolean;
  isTestReceipt: (fis: Fis | undefined) => boolean;
  /** A device has told the authority of it; its code may be there at once. */
  isTold?: (record: JournalRecord) => boolean;
  /** Numbers of its own, which are not counted; missing where all are counted. */
  isApart?: (esr: CompleteEsr) => boolean;
  /** Numbers have to be without a gap; else they are not looked at. */
  gapless: boolean;
  /** State key of the highest number before a receipt; that of the terminal and year unless told otherwise. */
  keyOfNumber?: (esr: CompleteEsr, fis: Fis | undefined) => string;
  /** Registers that the journal does not know count along: numbers only rise. */
  isShared?: (fis: Fis | undefined) => boolean;
  /** Whether what was printed says what was registered; texts of what does not, English. */
  problems: (esr: CompleteEsr, fis: Fis | undefined) => string[];
}

/** Makes the auditor of a register. */
export function onlineAudit(rules: OnlineAuditRules): Auditor {
  return new OnlineAudit(rules);
}

/** What is counted on from. */
const PLAIN_NUMBER = /^[1-9]\d{0,14}$/;

class OnlineAudit implements Auditor {
  private readonly rules: OnlineAuditRules;
  private receipts = 0;
  /** The configuration in force. */
  private cfg: Cfg | null = null;
  /** Receipts that the authority has given no code yet. */
  private readonly unreported = new Map<number, CompleteEsr>();
  /** Receipts that a device tells of. */
  private readonly told = new Set<number>();
  /** Receipts of tests: they say so, and a test system (Reg_test) asks nobody for a code. */
  private readonly tests = new Set<number>();
  /** Highest number of a device and year. */
  private readonly numbers = new Map<string, number>();

  constructor(rules: OnlineAuditRules) {
    this.rules = rules;
  }

  take(record: JournalRecord): Finding[] {
    const { isReported, isTestReceipt, isApart, problems } = this.rules;
    const finding = (text: string): Finding => ({ sq: record.SQ, text });
    if (record._ === 'Cfg') this.cfg = record.Cfg as Cfg;
    if (record._ === 'log' && record.Event === 'numbers-confirmed') this.confirmed(record);
    if (record._ === 'log' && record.Event === 'delivery-dropped') this.unreported.delete(record.Of ?? 0);
    if (record._ === 'Fis') return this.reported(record).map(finding);
    const esr = record.ESR as CompleteEsr | undefined;
    if (record._ !== 'Tra' || !esr || !isReported(esr, record.Fis)) return [];
    this.receipts++;
    this.unreported.set(record.SQ, esr);
    if (this.rules.isTold?.(record)) this.told.add(record.SQ);
    if (isTestReceipt(record.Fis)) this.tests.add(record.SQ);
    const numbers = isApart?.(esr) ? [] : this.numberProblems(esr, record.Fis);
    return [...numbers, ...problems(esr, record.Fis)].map(finding);
  }

  end(state: State): Finding[] {
    const findings: Finding[] = [];
    for (const [key, number] of this.numbers) {
      const known = Number(state.get(key) ?? 0);
      if (known < number)
        findings.push({ sq: 0, text: `the register would go on behind number ${known}, not ${number}` });
    }
    const waiting = new Set<number>();
    for (const key of state.keys()) {
      const entry = state.get(key);
      if (key.startsWith('Delivery/') && isTree(entry)) waiting.add(Number(entry.sq));
    }
    for (const sq of this.unreported.keys())
      if (!waiting.has(sq) && !this.tests.has(sq) && !this.told.has(sq))
        findings.push({ sq, text: `has no ${this.codeName()}, and nobody is going to ask for one` });
    return findings;
  }

  summary(): string {
    const open = [...this.unreported.keys()].filter((sq) => !this.told.has(sq));
    return `${this.receipts} receipts, ${open.length} of them without ${this.codeName()}`;
  }

  private codeName(fis?: Fis): string {
    const { code } = this.rules;
    return typeof code === 'string' ? code : code(fis);
  }

  /** A manager has said where numbers go on. */
  private confirmed({ Last, Key, D }: JournalRecord): void {
    if (!this.cfg || !this.rules.gapless) return;
    // Versions before did not say of what it is the number.
    const key = typeof Key === 'string' ? Key : numberKey({ ...configuredTerminal(this.cfg), D });
    this.numbers.set(key, Number(Last));
  }

  private numberProblems(esr: CompleteEsr, fis: Fis | undefined): string[] {
    const { gapless, keyOfNumber = numberKey, isShared } = this.rules;
    const { TN = '' } = esr;
    if (!gapless || !PLAIN_NUMBER.test(TN)) return [];
    const key = keyOfNumber(esr, fis);
    const before = this.numbers.get(key) ?? 0;
    const number = Number(TN);
    this.numbers.set(key, Math.max(before, number));
    const follows = isShared?.(fis) ? number > before : number === before + 1;
    return follows ? [] : [`number ${TN} stands behind ${before}`];
  }

  private reported({ Of, Fis }: JournalRecord): string[] {
    const { form, problems } = this.rules;
    const esr = this.unreported.get(Of ?? 0);
    const code = this.codeName(Fis);
    if (!esr) return [`a ${code} for a receipt that waits for none`];
    if (!form.test(tagOf(Fis, code) ?? '')) return [`its ${code} is none`];
    this.unreported.delete(Of!);
    return problems(esr, Fis);
  }
}
