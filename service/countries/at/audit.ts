/**
 * The audit of an Austrian register's records: the independent verification of
 * its DEP (`verify/`), and what it cannot see: that the code says what the receipt
 * says, and that the register goes on from where its records end. The encrypted
 * counter is not read: the AES key is not among what an audit has.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { minor } from '../../receipt/money.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { Auditor, Finding, State } from '../contract.ts';
import { kasseOf } from './kasse.ts';
import { isSigned } from './receipt-kind.ts';
import { nextChainValue } from './rksv/chain.ts';
import { compactJws, type SignedCode } from './rksv/jws.ts';
import { CLOSED_SYSTEM, kindOf, SET_NAMES, turnoverOf } from './rksv/machine-code.ts';
import { parseQr } from './rksv/printed.ts';
import type { DepFinding } from './verify/finding.ts';
import { DepVerifier } from './verify/verifier.ts';

/** {@link Country.audit} of Austria. */
export function audit(): Auditor {
  return new AustrianAudit();
}

class AustrianAudit implements Auditor {
  private verifier: DepVerifier | null = null;
  /** Certificates by provider and serial, as the records bring them. */
  private readonly chains = new Map<string, readonly string[]>();
  private group = '';
  private last: SignedCode | null = null;
  private lastSq = 0;
  private counter = 0n;

  take(record: JournalRecord): Finding[] {
    if (record._ !== 'Tra' || !record.ESR) return [];
    return this.problems(record).map((text) => ({ sq: record.SQ, text }));
  }

  end(state: State): Finding[] {
    const kasse = kasseOf(state);
    const { last } = this;
    if (!last)
      return kasse ? [{ sq: 0, text: `the state knows ${kasse.id}, and there are no receipts` }] : [];
    const left = texts(this.verifier!.end());
    const findings: Finding[] = left.map((text) => ({ sq: this.lastSq, text }));
    if (kasse?.chain !== nextChainValue(compactJws(last))) {
      const text = `the chain goes on from another receipt than the last one, ${last.code.receiptNumber}: receipts are missing at the end`;
      findings.push({ sq: 0, text });
    }
    if (kasse && kasse.counter !== String(this.counter)) {
      const text = `the turnover counter of the state is ${kasse.counter} cents, that of the receipts ${this.counter}`;
      findings.push({ sq: 0, text });
    }
    return findings;
  }

  summary(): string {
    const summary = this.verifier?.summary();
    if (!summary) return 'no signed receipts';
    const count = (n: number) => n.toLocaleString('en-US');
    return `Kassen-ID ${summary.registerId}, receipts ${count(summary.receipts)}, signatures that fit ${count(summary.signatures)}, during outages ${count(summary.outages)}`;
  }

  private problems({ SQ, Own, ESR: esr, Fis: fis }: JournalRecord): string[] {
    const isWanted = Own !== undefined || isSigned(esr!);
    // Before the start receipt nothing can be signed.
    if (fis?.Code === undefined) return isWanted && this.last !== null ? ['the receipt is not signed'] : [];
    const parsed = parseQr(fis.Code);
    if ('fault' in parsed) return [`its code cannot be read: ${parsed.fault.text}`];
    const signed = parsed.value;
    const { code } = signed;
    this.learn(code.provider, code.certificate, fis);
    const found: DepFinding[] = [];
    const [certificate = '', ...authorities] = this.chains.get(`${code.provider} ${code.certificate}`) ?? [];
    const group = [certificate, ...authorities].join(' ');
    if (group !== this.group) found.push(...this.verifier!.beginGroup(certificate, authorities));
    this.group = group;
    found.push(...this.verifier!.receipt(compactJws(signed)));
    this.last = signed;
    this.lastSq = SQ;
    this.counter += turnoverOf(code);
    return [...texts(found), ...this.valueProblems(signed, esr!)];
  }

  /** Keeps the certificates that come with the first receipt of a unit. */
  private learn(provider: string, serial: string, fis: NonNullable<JournalRecord['Fis']>): void {
    const { AT_Certificates: chain, AT_PublicKey: key } = fis;
    const isChain = Array.isArray(chain) && chain.every((text) => typeof text === 'string');
    if (isChain) this.chains.set(`${provider} ${serial}`, chain);
    const publicKey = provider === CLOSED_SYSTEM && typeof key === 'string' ? readKey(key) : null;
    this.verifier ??= new DepVerifier({ ...(publicKey && { publicKeys: new Map([[serial, publicKey]]) }) });
  }

  /** The code repeats what the receipt says. */
  private valueProblems({ code }: SignedCode, esr: NonNullable<JournalRecord['ESR']>): string[] {
    const problems: string[] = [];
    const sum = SET_NAMES.reduce((total, name) => total + code.sets[name], 0);
    if (sum !== minor(esr.T, 2)) problems.push('the sums of its code are not its total');
    const tail = `/${(esr.TN ?? '').replaceAll('_', '/')}`;
    const number = code.receiptNumber.replace(/\.\d+$/, '');
    if (!number.endsWith(tail) && !code.receiptNumber.endsWith(tail)) {
      problems.push(`its code is for receipt ${code.receiptNumber}`);
    }
    if (kindOf(code) === 'void' && esr.Void !== '1') problems.push('its code is that of a void');
    return problems;
  }
}

function texts(found: readonly DepFinding[]): string[] {
  return found
    .filter(({ severity }) => severity === 'error')
    .map(({ check, field, text }) => `${check}${field === null ? '' : `, field ${field}`}: ${text}`);
}

function readKey(text: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' });
  } catch {
    return null;
  }
}
