/**
 * Verifies an export of TSEs as an auditor would: every signature, counters, transactions,
 * times, certificates, names of files. It shares no code with what makes exports. The
 * archive is read twice: certificates may stand behind the log messages they belong to.
 */
import { verify as verifySignature, type KeyObject } from 'node:crypto';
import { algorithmOf } from './algorithms.ts';
import { chainOf, readCertificates, validityOf, type ExportCertificate } from './certificates.ts';
import { certificateSerial, disagreement, readLogName } from './file-name.ts';
import { Findings, type Finding } from './findings.ts';
import { readInfo, type ExportInfo } from './info.ts';
import { LogMessageError, readLogMessage, type LogMessage } from './log-message.ts';
import { Sequence, type TseSummary } from './sequence.ts';
import { TarError, TarReader, type Member } from './tar.ts';

/** How to verify. */
export interface VerifyOptions {
  /** Made for the range of some clients, transactions or times: gaps are no mistake. */
  filtered?: boolean;
  /** Hashes of public keys (hex), one of which every chain must have; none: nobody is trusted from outside. */
  trusted?: ReadonlySet<string>;
  /** Called now and then. */
  progress?(logs: number, bytes: number): void;
}

/** A TSE that has signed in an export. */
export interface ReportedTse extends TseSummary {
  /** `ecdsa-plain-SHA256`. */
  algorithm: string;
  /** Signatures that were checked and fit. */
  verified: number;
  /** End of its certificate, ISO 8601; null where there is none. */
  certificateExpires: string | null;
}

/** What was found. */
export interface TseReport {
  ok: boolean;
  /** Files in the archive. */
  files: number;
  logs: number;
  bytes: number;
  info: ExportInfo | null;
  tses: ReportedTse[];
  findings: Finding[];
  findingCount: number;
  /** Worth a look and no mistake. */
  remarks: Finding[];
  remarkCount: number;
}

/** Pieces of an archive, from its beginning. */
export type Source = () => AsyncIterable<Uint8Array>;

const LONGEST_LOG = 1_048_576;
const LONGEST_OTHER = 65_536;
const MOST_CERTIFICATES = 200;
const MOST_TSES = 100;

/** Verifies an archive. Rejects only with errors of its source. */
export async function verifyExport(source: Source, options: VerifyOptions = {}): Promise<TseReport> {
  const work = new Verification(options);
  try {
    for await (const members of membersOf(source, (name) => (name.endsWith('.log') ? 0 : LONGEST_OTHER)))
      for (const member of members) work.takeOther(member);
  } catch (error) {
    if (!(error instanceof TarError)) throw error;
    // Told by the second reading, behind what comes before it.
  }
  work.judgeInfo();
  await work.readLogs(source);
  return work.report();
}

async function* membersOf(
  source: Source,
  longest: (name: string) => number,
  ended?: (isProper: boolean) => void,
) {
  const reader = new TarReader(longest);
  for await (const piece of source()) yield reader.push(piece);
  const isProper = reader.end();
  ended?.(isProper);
}

/** One run. */
class Verification {
  private readonly options: VerifyOptions;
  private readonly findings = new Findings();
  private readonly remarks = new Findings();
  private readonly certificates: ExportCertificate[] = [];
  private readonly tses = new Map<string, Sequence>();
  private readonly facts = new Map<
    string,
    Pick<ReportedTse, 'algorithm' | 'verified'> & { leaf: Leaf | null; others: Leaf[] }
  >();
  private info: ExportInfo | null = null;
  private infos = 0;
  private files = 0;
  private logs = 0;
  private bytes = 0;

  constructor(options: VerifyOptions) {
    this.options = options;
  }

  /** Takes what is no log message. */
  takeOther({ name: path, kind, content, size }: Member): void {
    const name = path.replace(/^\.\//, '');
    if (kind !== 'folder') this.files += 1;
    if (kind === 'other') this.findings.add(name, 'it is no file but a link or device; it was not read');
    if (kind !== 'file' || name.endsWith('.log')) return;
    if (name === 'info.csv') {
      this.infos += 1;
      const read = content && readInfo(content);
      if (!read) this.findings.add(name, 'it is no list of description, manufacturer and version');
      else
        this.info = { description: read.description, manufacturer: read.manufacturer, version: read.version };
      if (read?.isLoose) this.remarks.add(name, 'its values are not in quotes');
    } else if (/\.(pem|cer|crt|der)$/i.test(name)) this.takeCertificate(name, content, size);
    else this.remarks.add(name, 'a file that no export has');
  }

  private takeCertificate(name: string, content: Buffer | null, size: number): void {
    const read = content && readCertificates(name, content);
    if (!read) {
      this.findings.add(name, `it cannot be read as a certificate (${size} bytes)`);
      return;
    }
    if (this.certificates.length + read.length > MOST_CERTIFICATES) {
      this.findings.add(name, `there are more than ${MOST_CERTIFICATES} certificates`, 'certificates');
      return;
    }
    this.certificates.push(...read);
  }

  /** What is seen before log messages are. */
  judgeInfo(): void {
    if (this.infos === 0) this.findings.add('info.csv', 'it is missing');
    if (this.infos > 1) this.findings.add('info.csv', 'it is there more than once');
  }

  /** A certificate is found by its name, which is the hash of its key. Some makers name those of issuers by other rules. */
  private judgeCertificateNames(): void {
    for (const { file, keyHash } of this.certificates) {
      if (this.certificates.some((one) => one.file === file && one.keyHash === certificateSerial(file)))
        continue;
      const sort = this.facts.get(keyHash)?.leaf ? this.findings : this.remarks;
      sort.add(file, `its name is not the hash of its public key, ${keyHash}`);
    }
  }

  async readLogs(source: Source): Promise<void> {
    let checking: Promise<void> = Promise.resolve();
    const ended = (isProper: boolean) => {
      if (!isProper) this.remarks.add('', 'the archive has no proper end; its last file is whole');
    };
    const counted = async function* (this: Verification) {
      for await (const piece of source()) {
        this.bytes += piece.length;
        yield piece;
      }
    }.bind(this);
    try {
      for await (const members of membersOf(
        counted,
        (name) => (name.endsWith('.log') ? LONGEST_LOG : 0),
        ended,
      )) {
        const found = members.flatMap((member) => this.takeLog(member) ?? []);
        // The next piece is read while the signatures of this one are checked.
        await checking;
        checking = this.check(found);
        this.options.progress?.(this.logs, this.bytes);
      }
    } catch (error) {
      if (!(error instanceof TarError)) throw error;
      this.findings.add('', `${error.message}; what comes before was checked`);
    }
    await checking;
  }

  /** The log message of a file with its key; null where there is nothing to check. */
  private takeLog({ name: path, kind, content, size }: Member): Signed | null {
    const name = path.replace(/^\.\//, '');
    if (kind !== 'file' || !name.endsWith('.log')) return null;
    this.logs += 1;
    if (!content) {
      this.findings.add(name, `a log message of ${size} bytes, more than any TSE writes; it was not read`);
      return null;
    }
    const named = readLogName(name);
    if (!named) this.findings.add(name, 'its name is not that of a log message');
    let log: LogMessage;
    try {
      log = readLogMessage(content);
    } catch (error) {
      if (!(error instanceof LogMessageError)) throw error;
      this.findings.add(name, `it is no log message: ${error.message}`);
      return null;
    }
    const difference = named && disagreement(named, log);
    if (difference !== null) this.findings.add(name, difference);
    else if (named?.clientId !== undefined && log.kind === 'transaction' && named.clientId !== log.clientId)
      this.remarks.add(name, `the name says client ${named.clientId}, the log message another one`);
    if (log.isLoose) this.remarks.add(name, 'it is not written as DER wants it (as others here)', 'loose');
    const facts = this.factsOf(name, log);
    if (!facts) return null;
    if (!this.tses.get(log.serial)!.take(log)) {
      this.findings.add(name, 'there are more log messages than a TSE can sign', `many ${log.serial}`);
      return null;
    }
    if (!facts.leaf) return null;
    this.checkValidity(name, log, [facts.leaf, ...facts.others]);
    const algorithm = algorithmOf(log.algorithm);
    if (!algorithm) {
      this.findings.add(name, `its signature was not checked: algorithm ${log.algorithm} is not known`);
      return null;
    }
    return { name, log, hash: algorithm.hash, key: facts.leaf.certificate.key };
  }

  private factsOf(name: string, log: LogMessage) {
    const known = this.facts.get(log.serial);
    if (known) {
      const { serial, algorithm } = log;
      if (known.algorithm !== (algorithmOf(algorithm)?.name ?? algorithm))
        this.remarks.add(name, 'from here on another algorithm signs', `algorithm ${serial}`);
      if (!known.leaf) this.unchecked(name, serial);
      return known;
    }
    if (this.facts.size >= MOST_TSES) {
      this.findings.add(name, `there are more than ${MOST_TSES} TSEs`, 'tses');
      return null;
    }
    // A key that was certified anew has several.
    const leaves = this.certificates
      .filter(({ keyHash }) => keyHash === log.serial)
      .map((certificate): Leaf => ({ certificate, ...validityOf(certificate) }))
      .sort((a, b) => b.to - a.to);
    const [leaf = null, ...others] = leaves;
    const facts = {
      algorithm: algorithmOf(log.algorithm)?.name ?? log.algorithm,
      verified: 0,
      ...{ leaf, others },
    };
    this.facts.set(log.serial, facts);
    this.tses.set(log.serial, new Sequence(log.serial));
    for (const { certificate } of leaves) this.judgeChain(certificate);
    if (!leaf) this.unchecked(name, log.serial);
    return facts;
  }

  private unchecked(name: string, serial: string): void {
    this.findings.add(name, `its signature was not checked: no certificate is of the TSE ${serial}`);
  }

  private judgeChain(leaf: ExportCertificate): void {
    const { links, problem } = chainOf(leaf, this.certificates);
    const last = links.at(-1)!;
    if (problem === 'no issuer')
      this.remarks.add(
        last.file,
        `the certificate of its issuer is not there: ${oneLine(last.certificate.issuer)}`,
      );
    else if (problem === 'wrong signature')
      this.findings.add(last.file, 'the certificate of that issuer has not signed it');
    else if (problem) this.findings.add(last.file, 'its issuers lead nowhere');
    const { trusted } = this.options;
    if (trusted && !links.some(({ keyHash }) => trusted.has(keyHash)))
      this.findings.add(leaf.file, 'neither it nor one of its issuers is trusted');
  }

  /** @param leaves certificates of the key, the one that ends last first */
  private checkValidity(name: string, { time }: LogMessage, leaves: readonly Leaf[]): void {
    if (leaves.some(({ from, to }) => time >= from && time <= to)) return;
    const leaf = leaves.find(({ from }) => time >= from) ?? leaves.at(-1)!;
    const which =
      time < leaf.from
        ? 'before the certificate of its TSE begins'
        : 'after the certificate of its TSE ended';
    this.findings.add(
      name,
      `it was signed ${which} (further ones are not named)`,
      `validity ${leaf.certificate.file} ${which}`,
    );
  }

  private async check(signed: readonly Signed[]): Promise<void> {
    const results = await Promise.all(signed.map(({ log, hash, key }) => fits(log, hash, key)));
    for (const [i, { name, log }] of signed.entries()) {
      if (results[i]) this.facts.get(log.serial)!.verified += 1;
      else
        this.findings.add(name, 'its signature does not fit: it was changed, or another TSE has signed it');
    }
  }

  report(): TseReport {
    const tses = [...this.tses.values()].map((sequence) => {
      const { algorithm, verified, leaf } = this.facts.get(sequence.serial)!;
      const expires = leaf && !Number.isNaN(leaf.to) ? new Date(leaf.to * 1000).toISOString() : null;
      const summary = sequence.end(this.findings, this.remarks, this.options.filtered ?? false);
      return { ...summary, algorithm, verified, certificateExpires: expires };
    });
    this.judgeCertificateNames();
    if (this.logs === 0) this.findings.add('', 'there is no log message in it');
    const { kept: findings, count: findingCount } = this.findings;
    const { kept: remarks, count: remarkCount } = this.remarks;
    return {
      ...{ ok: findingCount === 0, files: this.files, logs: this.logs, bytes: this.bytes },
      ...{ info: this.info, tses, findings, findingCount, remarks, remarkCount },
    };
  }
}

interface Leaf {
  certificate: ExportCertificate;
  /** Unix time, seconds. */
  from: number;
  to: number;
}

interface Signed {
  name: string;
  log: LogMessage;
  hash: string;
  key: KeyObject;
}

/** On the threads of libuv, several at a time. Signatures are plain (`R || S`) or, with some makers, DER. */
function fits({ signed, signature }: LogMessage, hash: string, key: KeyObject): Promise<boolean> {
  const dsaEncoding = plainLength(key) === signature.length ? 'ieee-p1363' : 'der';
  return new Promise((resolve) => {
    try {
      verifySignature(hash, signed, { key, dsaEncoding }, signature, (error, isRight) =>
        resolve(error === null && isRight),
      );
    } catch {
      resolve(false);
    }
  });
}

const lengths = new WeakMap<KeyObject, number>();

/** Bytes of a plain signature: two numbers of the size of the curve. */
function plainLength(key: KeyObject): number {
  const known = lengths.get(key);
  if (known !== undefined) return known;
  const { namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  const bits = Number(/\d{3}/.exec(namedCurve)?.[0] ?? 0);
  const length = 2 * Math.ceil(bits / 8);
  lengths.set(key, length);
  return length;
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ', ');
}
