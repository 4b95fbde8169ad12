/**
 * An independent verification of a DEP (RKSV § 7): everything that the official
 * tool checks, and the monthly receipts. It shares no code with the part that
 * issues receipts, so that a mistake there does not hide itself.
 *
 * Receipts are given one by one, in the order of the DEP; nothing is kept of them
 * but their numbers and the last one. A change of a receipt is found at its own
 * signature and at the chain value of the next one. Not found is what no signature
 * and no chain holds: the last receipts of a DEP taken away, and the last one
 * altered when it is marked as issued during an outage (but for its turnover).
 */
import { createHash, type KeyObject, type X509Certificate } from 'node:crypto';
import { verifyPlain } from '../../../certificates/ecdsa.ts';
import { Certificates, isP256, plainSerial, type GroupCertificate } from './certificates.ts';
import { CounterCheck } from './counter.ts';
import { error, type DepFinding, type Problem } from './finding.ts';
import { isZero, OrderCheck, startProblems } from './order.ts';
import { readReceipt, type ReadFields, type ReadReceipt } from './read-receipt.ts';

/** What a DEP is verified with. */
export interface VerifyOptions {
  /** The register's AES key, 32 bytes; without it the turnover counter is not checked. */
  aesKey?: Uint8Array;
  /** Public keys by field 11, for closed systems and groups without a certificate. */
  publicKeys?: ReadonlyMap<string, KeyObject>;
  /** Certificates of trust service providers that a group's certificate must lead to. */
  trusted?: readonly X509Certificate[];
  /** The DEP begins somewhere behind the start receipt. */
  partial?: boolean;
}

/** What was verified. */
export interface DepSummary {
  registerId: string | null;
  receipts: number;
  /** Receipts whose signature fits. */
  signatures: number;
  /** Receipts marked as issued during an outage. */
  outages: number;
  training: number;
  voids: number;
  /** Zero receipts. */
  zeros: number;
  /** Turnover counter after the last receipt, cents; null when it is not certain. */
  counter: bigint | null;
}

/** Verifies the receipts of one register. */
export class DepVerifier {
  private readonly options: VerifyOptions;
  private readonly certificates: Certificates;
  private readonly publicKeys: ReadonlyMap<string, KeyObject>;
  private readonly counter: CounterCheck | null;
  private readonly order = new OrderCheck();
  private readonly numbers = new Set<string>();
  private group: GroupCertificate | null = null;
  private last: string | null = null;
  /** Each one is reported once, at its first receipt. */
  private readonly registerIds = new Set<string>();
  private readonly systems = new Set<boolean>();
  private readonly counts = { receipts: 0, signatures: 0, outages: 0, training: 0, voids: 0, zeros: 0 };
  private registerId: string | null = null;

  constructor(options: VerifyOptions) {
    this.options = options;
    this.certificates = new Certificates(options.trusted ?? []);
    this.publicKeys = new Map(
      [...(options.publicKeys ?? [])].map(([id, key]) => [id.includes(':') ? id : plainSerial(id), key]),
    );
    this.counter = options.aesKey ? new CounterCheck(options.aesKey, options.partial ? null : 0n) : null;
  }

  /**
   * Begins a group: the receipts that follow are signed with its certificate.
   * @param certificate base64 of DER; empty when the group has none
   */
  beginGroup(certificate: string, authorities: readonly string[]): DepFinding[] {
    const read = this.certificates.read(certificate, authorities);
    this.group = read.certificate;
    return read.problems.map((problem) => ({ ...problem, receipt: this.counts.receipts + 1, number: null }));
  }

  /** The next receipt, JWS in compact form. */
  receipt(jws: string): DepFinding[] {
    const read = readReceipt(jws);
    this.counts.receipts++;
    const problems = [...read.problems];
    if (read.fields) problems.push(...this.fieldProblems(read, read.fields));
    else this.counter?.skip();
    this.last = jws;
    const number = read.fields?.number ?? null;
    return problems.map((problem) => ({ ...problem, receipt: this.counts.receipts, number }));
  }

  /** After the last receipt. */
  end(): DepFinding[] {
    const problems = this.order.end();
    if (this.counts.receipts === 0) problems.push(error('file', null, 'there is no receipt'));
    const receipt = this.counts.receipts;
    return problems.map((problem) => ({ ...problem, receipt, number: null }));
  }

  /** What was verified so far. */
  summary(): DepSummary {
    return { registerId: this.registerId, ...this.counts, counter: this.counter?.value ?? null };
  }

  private fieldProblems(read: ReadReceipt, fields: ReadFields): Problem[] {
    const ordered = { ...fields, outage: read.signature === 'outage' };
    this.count(read, fields);
    return [
      ...(this.last === null && !this.options.partial ? startProblems(ordered) : []),
      ...this.identityProblems(fields),
      ...this.signatureProblems(read, fields),
      ...this.chainProblems(fields),
      ...(this.counter?.take(fields) ?? []),
      ...this.order.take(ordered),
    ];
  }

  private count(read: ReadReceipt, fields: ReadFields): void {
    if (read.signature === 'outage') this.counts.outages++;
    if (fields.counter === 'training') this.counts.training++;
    if (fields.counter === 'void') this.counts.voids++;
    if (isZero(fields)) this.counts.zeros++;
  }

  /** One register, one kind of system, each number once. */
  private identityProblems({ registerId, closed, number }: ReadFields): Problem[] {
    const problems: Problem[] = [];
    this.registerId ??= registerId;
    if (isAnother(this.registerIds, registerId)) {
      problems.push(error('register', 2, 'the Kassen-ID is another one than before'));
    }
    if (closed !== null && isAnother(this.systems, closed)) {
      problems.push(error('register', 1, 'receipts of an open and of a closed system are mixed'));
    }
    if (this.numbers.has(number)) problems.push(error('number', 3, 'the number was used before'));
    this.numbers.add(number);
    return problems;
  }

  private signatureProblems({ jws, signature }: ReadReceipt, fields: ReadFields): Problem[] {
    const { closed, certificate } = fields;
    if (closed === null || certificate === null) return [];
    const id = closed ? certificate : plainSerial(certificate);
    const own = this.publicKeys.get(id);
    if (!own && !closed && this.group && this.group.serial !== id) {
      const hint = isDecimalOf(id, this.group.serial) ? ': it is that number in decimal' : '';
      return [error('certificate', 11, `the group's certificate has the number ${this.group.serial}${hint}`)];
    }
    if (signature === null || signature === 'outage') return [];
    const key = own ?? this.group?.key;
    if (!key) return [error('certificate', 11, 'there is neither a certificate nor a public key for it')];
    const signed = Buffer.from(jws.slice(0, jws.lastIndexOf('.')), 'ascii');
    if (isP256(key) && verifyPlain('sha256', signed, signature, key)) {
      this.counts.signatures++;
      return [];
    }
    return [error('signature', 13, 'the signature does not fit')];
  }

  private chainProblems({ previous, registerId }: ReadFields): Problem[] {
    if (previous === null || (this.last === null && this.options.partial)) return [];
    if (previous === chainValue(this.last ?? registerId)) return [];
    if (this.last === null) {
      return [error('chain', 12, 'it is not the chain value of the Kassen-ID: the start receipt is missing')];
    }
    const begins = previous === chainValue(registerId);
    return [
      error(
        'chain',
        12,
        begins ? 'a second chain begins here' : 'it is not the chain value of the receipt before',
      ),
    ];
  }
}

/** Remembers a value; true when it is new, and not the first one. */
function isAnother<T>(known: Set<T>, value: T): boolean {
  const before = known.size;
  known.add(value);
  return before > 0 && known.size > before;
}

function chainValue(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest().toString('base64', 0, 8);
}

function isDecimalOf(id: string, serial: string): boolean {
  return /^\d+$/.test(id) && BigInt(id) === BigInt(`0x${serial}`);
}
