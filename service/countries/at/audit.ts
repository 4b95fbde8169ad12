/**
 * The audit of an Austrian register's records: the independent verification of
 * its DEP (`verify/`), and what it cannot see: that the code says what the receipt
 * says, and that the register goes on from where its records end. The encrypted
 * counter is read where the register's AES key is at hand; the summary says so.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { minor } from '../../receipt/money.ts';
import { isTree } from '../../receipt/tree.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { AuditContext, Auditor, Finding } from '../contract/audit.ts';
import type { Vault } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { aesKeyOf, type AesKey } from './aes-key.ts';
import { CLOCK_CONFIRMED, kasseOf, type Kasse } from './kasse.ts';
import { isSigned } from './receipt-kind.ts';
import { nextChainValue } from './rksv/chain.ts';
import { compactJws, type SignedCode } from './rksv/jws.ts';
import { CLOSED_SYSTEM, kindOf, SET_NAMES, turnoverOf, type MachineCode } from './rksv/machine-code.ts';
import { parseQr } from './rksv/printed.ts';
import type { DepFinding } from './verify/finding.ts';
import { DepVerifier } from './verify/verifier.ts';

/** {@link Country.audit} of Austria. */
export function audit({ vault }: Partial<Pick<AuditContext, 'vault'>> = {}): Auditor {
  return new AustrianAudit(vault ?? null);
}

/** Which findings about the counter are kept until it is certain that the key is the right one. */
const MOST_COUNTER_FINDINGS = 100;

class AustrianAudit implements Auditor {
  private verifier: DepVerifier | null = null;
  /** Certificates by provider and serial, as the records bring them. */
  private readonly chains = new Map<string, readonly string[]>();
  private group = '';
  private last: SignedCode | null = null;
  private lastSq = 0;
  /** A manager has said since the last receipt that the clock is right: the next one's time may be earlier. */
  private clockConfirmed = false;
  private clockSteps = 0;
  private counter = 0n;
  private readonly vault: Pick<Vault, 'get'> | null;
  /** Tax id of the company in force. */
  private company: string | null = null;
  private key: AesKey | null = null;
  private readonly counterFindings: Finding[] = [];
  private counterText = 'not compared';

  constructor(vault: Pick<Vault, 'get'> | null) {
    this.vault = vault;
  }

  take(record: JournalRecord): Finding[] {
    this.company = companyOf(record) ?? this.company;
    if (record._ === 'log' && record.Event === CLOCK_CONFIRMED) this.clockConfirmed = true;
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
    return [...findings, ...this.counterProblems(kasse)];
  }

  /** Another key than the register's decrypts to nonsense, which says nothing about the records. */
  private counterProblems(kasse: Kasse | null): Finding[] {
    const { key } = this;
    if (!key) {
      this.counterText = 'not decrypted, its AES key is not at hand';
      return [];
    }
    if (kasse && kasse.keyCheck !== key.check) {
      this.counterText = `not decrypted, the AES key at hand has the check value ${key.check}, that of the register ${kasse.keyCheck}`;
      return [];
    }
    this.counterText = 'decrypted';
    return this.counterFindings;
  }

  summary(): string {
    const summary = this.verifier?.summary();
    if (!summary) return 'no signed receipts';
    const count = (n: number) => n.toLocaleString('en-US');
    return `Kassen-ID ${summary.registerId}, receipts ${count(summary.receipts)}, signatures that fit ${count(summary.signatures)}, during outages ${count(summary.outages)}${this.clockSteps > 0 ? `, clock set back and confirmed ${count(this.clockSteps)}` : ''}; turnover counter ${this.counterText}`;
  }

  private problems({ SQ, Own, ESR: esr, Fis: fis }: JournalRecord): string[] {
    const isWanted = Own !== undefined || isSigned(esr!);
    // Before the start receipt nothing can be signed.
    if (fis?.Code === undefined) return isWanted && this.last !== null ? ['the receipt is not signed'] : [];
    const parsed = parseQr(fis.Code);
    if ('fault' in parsed) return [`its code cannot be read: ${parsed.fault.text}`];
    const signed = parsed.value;
    const { code } = signed;
    this.learn(code, fis);
    const found: DepFinding[] = [];
    const [certificate = '', ...authorities] = this.chains.get(`${code.provider} ${code.certificate}`) ?? [];
    const group = [certificate, ...authorities].join(' ');
    if (group !== this.group) found.push(...this.verifier!.beginGroup(certificate, authorities));
    this.group = group;
    found.push(...this.withoutStep(this.aside(this.verifier!.receipt(compactJws(signed)), SQ)));
    this.last = signed;
    this.lastSq = SQ;
    this.counter += turnoverOf(code);
    return [...texts(found), ...this.valueProblems(signed, esr!)];
  }

  /** Keeps the certificates that come with the first receipt of a unit. */
  private learn(
    { provider, certificate: serial, registerId }: MachineCode,
    fis: NonNullable<JournalRecord['Fis']>,
  ): void {
    const { AT_Certificates: chain, AT_PublicKey: key } = fis;
    const isChain = Array.isArray(chain) && chain.every((text) => typeof text === 'string');
    if (isChain) this.chains.set(`${provider} ${serial}`, chain);
    const publicKey = provider === CLOSED_SYSTEM && typeof key === 'string' ? readKey(key) : null;
    if (this.verifier) return;
    const { vault, company: TaxId } = this;
    this.key = vault && TaxId !== null ? aesKeyOf(vault, { Cmp: { TaxId } }, registerId) : null;
    this.verifier = new DepVerifier({
      ...(publicKey && { publicKeys: new Map([[serial, publicKey]]) }),
      ...(this.key && { aesKey: this.key.bytes }),
    });
  }

  /** A time that goes back because a manager has said that the clock is right now is no finding. */
  private withoutStep(found: readonly DepFinding[]): DepFinding[] {
    if (!this.clockConfirmed) return [...found];
    this.clockConfirmed = false;
    const others = found.filter(({ check }) => check !== 'time');
    if (others.length < found.length) this.clockSteps++;
    return others;
  }

  /** Keeps back what was found of the counter. */
  private aside(found: readonly DepFinding[], sq: number): DepFinding[] {
    const ofCounter = found.filter(({ check }) => check === 'counter');
    const room = MOST_COUNTER_FINDINGS - this.counterFindings.length;
    this.counterFindings.push(
      ...texts(ofCounter)
        .slice(0, room)
        .map((text) => ({ sq, text })),
    );
    return found.filter(({ check }) => check !== 'counter');
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

/** The tax id of a configuration record; null for all others. */
function companyOf({ Cfg: cfg }: JournalRecord): string | null {
  const taxId = isTree(cfg) && isTree(cfg.Cmp) ? cfg.Cmp.TaxId : undefined;
  return typeof taxId === 'string' ? taxId : null;
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
