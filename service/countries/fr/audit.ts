/**
 * The audit of a French register: everything that was signed is verified from the records
 * alone. Texts are taken apart and held against what the records say; numbers, chains and
 * totals are counted anew.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { isTree } from '../../receipt/tree.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import type { AuditContext, Auditor, Finding } from '../contract/audit.ts';
import type { Vault } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { serialOf } from '../base/ec-key.ts';
import { chainEnd, type ChainEnd } from '../base/chain.ts';
import { totalsOf } from './books.ts';
import { roleOf } from './document.ts';
import { entriesOf, type Entry } from './entries.ts';
import { keyOf } from './key.ts';
import { isSignature } from './signature.ts';
import { chainKey, FORMAT, KINDS, type Kind } from './signed-text.ts';
import { AuditedTotals } from './audit-totals.ts';
import { contentProblems } from './audit-content.ts';

/** {@link Country.audit} of France. */
export function audit(context: Partial<AuditContext> = {}): Auditor {
  return new FrenchAudit(context, true);
}

/** The same for records that may begin in the middle: what comes before them is taken for right. */
export function partialAudit(context: Partial<AuditContext>): Auditor {
  return new FrenchAudit(context, false);
}

class FrenchAudit implements Auditor {
  private readonly keys = new Map<string, KeyObject>();
  /** Whoever audits has brought keys: no other one counts. */
  private isGiven = false;
  private readonly vault: Pick<Vault, 'get'> | null;
  private readonly chains = new Map<Kind, ChainEnd>();
  private readonly totals: AuditedTotals;
  /** The records begin with the first one of the register; null until there was something signed. */
  private isWhole: boolean | null;
  private company: string | null = null;
  private lastKey = '';
  private signatures = 0;
  private documents = 0;

  /** @param isWhole the records begin with the first one; false: that is seen at the first one */
  constructor({ publicKeys = new Map(), vault }: Partial<AuditContext>, isWhole: boolean) {
    this.isWhole = isWhole ? true : null;
    this.totals = new AuditedTotals(isWhole);
    this.vault = vault ?? null;
    for (const pem of publicKeys.values())
      if (pem.startsWith(BARE_KEY) && this.learn(pem) !== null) this.isGiven = true;
  }

  take(record: JournalRecord): Finding[] {
    const { Cfg: cfg } = record;
    const taxId = isTree(cfg) && isTree(cfg.Cmp) ? cfg.Cmp.TaxId : undefined;
    if (typeof taxId === 'string') this.company = taxId;
    return this.problems(record).map((text) => ({ sq: record.SQ, text }));
  }

  end(state: State): Finding[] {
    const findings: Finding[] = [];
    const find = (text: string) => findings.push({ sq: 0, text });
    for (const kind of KINDS) {
      const [seen, kept] = [this.chains.get(kind), chainEnd(state, chainKey(kind))];
      if ((seen?.number ?? 0) !== kept.number || (seen?.signature ?? '') !== kept.signature)
        find(
          seen?.number === kept.number
            ? `the chain "${kind}" goes on from another signature than that of its last record, number ${kept.number}`
            : `the chain "${kind}" goes on from number ${kept.number}, its records end with ${seen?.number ?? 0}: records are missing at the end`,
        );
    }
    for (const text of this.totals.differences(state)) find(text);
    const { real, absolute } = totalsOf(state);
    if (!this.totals.isPerpetual(real, absolute))
      find(
        `the perpetual totals of the state are ${real} and ${absolute} cents, those of the records differ`,
      );
    const { vault, company } = this;
    const own = vault && company !== null ? keyOf({ vault }, { Cmp: { TaxId: company, Ctry: 'FR' } }) : null;
    if (own && this.lastKey !== '' && own.serial !== this.lastKey)
      find(
        `the last signatures are those of the key ${this.lastKey}, the installation signs with ${own.serial}`,
      );
    return findings;
  }

  summary(): string {
    const count = (n: number) => n.toLocaleString('en-US');
    return `documents ${count(this.documents)}, signatures that fit ${count(this.signatures)}, closings ${count(this.totals.closings)}`;
  }

  private learn(pem: string): string | null {
    try {
      const key = createPublicKey(pem);
      if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null;
      const serial = serialOf(key);
      this.keys.set(serial, key);
      return serial;
    } catch {
      return null;
    }
  }

  private problems(record: JournalRecord): string[] {
    if (record._ === 'Repo') return this.fileProblems(record);
    const problems: string[] = [];
    if (record._ === 'log' && typeof record.PublicKey === 'string') {
      const known = new Set(this.keys.keys());
      const serial = this.learn(record.PublicKey);
      if (this.isGiven && serial !== null && !known.has(serial))
        problems.push(`its key ${serial} is none of those that the audit was given`);
      if (serial !== record.Key) problems.push('the public key in it is not the one that it names');
    }
    const carried = entriesOf(record);
    // A version before may have kept records of the country that it could not sign.
    if (!carried) return [...problems, ...(this.chains.has('jet') ? unsignedProblems(record) : [])];
    const { format, key, entries } = carried;
    if (format !== FORMAT) problems.push(`its signed texts have the format ${format}, which is not known`);
    for (const entry of entries) problems.push(...this.entryProblems(entry, key));
    this.lastKey = key;
    problems.push(...contentProblems(record, entries));
    if (record._ === 'Tra' && record.ESR) {
      this.documents++;
      problems.push(...this.totals.take(record, entries));
    }
    return problems;
  }

  private entryProblems({ Kind: kind, Number: number, Payload, Signature }: Entry, serial: string): string[] {
    const problems: string[] = [];
    const name = `${kind} ${number}`;
    const key = this.keys.get(serial);
    if (!key) problems.push(`the key ${serial} that signed ${name} is not known`);
    else if (isSignature(Payload, Signature, key)) this.signatures++;
    else problems.push(`the signature of ${name} does not fit its text`);
    if (this.isWhole === null) {
      this.isWhole = kind === 'jet' && number === '1';
      if (this.isWhole) this.totals.begin();
    }
    const before = this.chains.get(kind);
    const expected = before ?? (this.isWhole ? NO_CHAIN : null);
    const [flag, previous] = Payload.split(',').slice(-2);
    if (expected !== null) {
      if (Number(number) !== expected.number + 1)
        problems.push(`${name} follows number ${expected.number}: numbers are missing or were given twice`);
      if (previous !== expected.signature)
        problems.push(`the text of ${name} does not contain the signature before it`);
    }
    if ((flag === 'N') !== (previous === '' && number === '1') || (flag !== 'N' && flag !== 'O'))
      problems.push(`the text of ${name} says wrongly whether a signature comes before it`);
    if (kind === 'jet' && !before && this.isWhole && Payload.split(',')[1] !== '260')
      problems.push('the first event is no initialisation (260)');
    if (kind !== 'jet' && this.isWhole && !this.chains.has('jet'))
      problems.push(`${name} comes before the initialisation (260)`);
    this.chains.set(kind, { number: Number(number), signature: Signature });
    return problems;
  }

  private fileProblems({ Fis }: JournalRecord): string[] {
    const { Payload, Signature, KeySerial } = Fis ?? {};
    if (typeof Signature !== 'string') return [];
    const key = typeof KeySerial === 'string' ? this.keys.get(KeySerial) : undefined;
    if (!key) return [`the key ${String(KeySerial)} that signed it is not known`];
    const isRight = typeof Payload === 'string' && isSignature(Payload, Signature, key);
    if (isRight) this.signatures++;
    return isRight ? [] : ['the signature of the file does not fit its text'];
  }
}

/** No certificate, which has a key as well. */
const BARE_KEY = '-----BEGIN PUBLIC KEY-----';
const NO_CHAIN: ChainEnd = { number: 0, signature: '' };

/** A record that has to be signed and is not. */
function unsignedProblems({ _: type, ESR: esr, Event, Own }: JournalRecord): string[] {
  if (type === 'log') return Event === 'jet' ? ['the event is not signed'] : [];
  if (type !== 'Tra' || !esr) return [];
  const role = roleOf(esr).kind;
  return Own !== undefined || role !== 'unsigned' ? ['the document is not signed'] : [];
}
