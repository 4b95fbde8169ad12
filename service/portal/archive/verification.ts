/**
 * Checks what a register has handed in again, as an auditor would: that every
 * batch bears its signature, that no record is missing, and what the law of its
 * country wants of the records. Findings are sent as they come up.
 */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Auditor } from '../../countries/contract/audit.ts';
import { countryOf } from '../../countries/list.ts';
import { SEALED } from '../../receipt/sealed.ts';
import { LateCheck } from '../../receipt/late-check.ts';
import type { JournalRecord } from '../../receipt/tra.ts';
import { isTree } from '../../receipt/tree.ts';
import type { Queries } from '../database/database.ts';
import type { RegisterRow } from '../registers/register.ts';
import type { PortalServices } from '../services.ts';
import { digestOfLines, MAX_RECORDS, signedText } from './batch.ts';
import { type Installation, installationOf } from './installation.ts';
import { isSigned } from './receive.ts';
import { recordOf } from './record.ts';
import { ArchivedState } from './register-state.ts';
import { BATCH_COLUMNS, type KeptBatch } from './single.ts';

/** Something that is wrong; `sq` is 0 when it is about the register as a whole. */
interface Flaw {
  sq: number;
  text: string;
}

/** Batches read at a time. */
const BATCHES = 100;
/** More do not help anybody. */
const MAX_FINDINGS = 1000;

/** Writes what was found as a JSON object; ends, or destroys, the output. */
export async function verification(
  { db }: Pick<PortalServices, 'db'>,
  register: RegisterRow,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const installation = await installationOf(db, register.company_id, register.id);
  const check = new RegisterCheck(db, register, installation);
  await pipeline(Readable.from(written(register.id, check), { objectMode: false }), output, { signal });
}

async function* written(registerId: number, check: RegisterCheck): AsyncGenerator<string> {
  yield `{"registerId":${registerId},"findings":[`;
  let count = 0;
  for await (const { sq, text } of check.run()) {
    if (count < MAX_FINDINGS) yield `${count > 0 ? ',' : ''}\n${JSON.stringify({ sq, text })}`;
    count++;
  }
  const { batches, records } = check;
  const end = { batches, records, summary: check.summary(count), valid: count === 0 };
  yield `],${JSON.stringify(end).slice(1)}\n`;
}

class RegisterCheck {
  batches = 0;
  records = 0;
  private readonly db: Queries;
  private readonly register: RegisterRow;
  private readonly installation: Installation | null;
  /** By country; null for those without an audit of their own. */
  private readonly auditors = new Map<string, Auditor | null>();
  private readonly late = new LateCheck();
  private country = '';
  /** First sealed record; 0 for none. What the law wants cannot be checked from there on. */
  private sealedFrom = 0;
  private sealed = 0;
  private lastSq = 0;

  constructor(db: Queries, register: RegisterRow, installation: Installation | null) {
    this.db = db;
    this.register = register;
    this.installation = installation;
  }

  async *run(): AsyncGenerator<Flaw> {
    for await (const batch of this.allBatches()) {
      this.batches++;
      yield* this.checkBatch(batch, await this.lines(batch));
    }
    const last = this.register.next_sq - 1;
    if (this.lastSq < last) yield { sq: this.lastSq + 1, text: `no batch holds the records up to ${last}` };
    yield* await this.end();
  }

  /** What was checked, in one line for people. */
  summary(findings: number): string {
    const law = [...this.auditors].map(
      ([code, auditor]) => `${code}: ${auditor?.summary() ?? 'no audit of its own'}`,
    );
    const sealed =
      this.sealed === 0
        ? []
        : [
            `${this.sealed} records are sealed with the key of the company: of them order and signatures were checked, ` +
              `and nothing that the law wants was checked from record ${this.sealedFrom} on`,
          ];
    return [`${findings} findings`, ...sealed, ...law].join('; ');
  }

  private async *allBatches(): AsyncGenerator<KeptBatch> {
    for (let after = 0; ;) {
      const rows = await this.db.select<KeptBatch>(
        `SELECT ${BATCH_COLUMNS} FROM record_batches
          WHERE company_id = $companyId AND register_id = $registerId AND last_sq > $after
            AND last_sq < $nextSq ORDER BY last_sq LIMIT ${BATCHES}`,
        { ...this.key(), after, nextSq: this.register.next_sq },
      );
      yield* rows;
      if (rows.length < BATCHES) return;
      after = rows.at(-1)!.lastSq;
    }
  }

  private lines({ firstSq, lastSq }: KeptBatch): Promise<{ sq: number; line: string }[]> {
    return this.db.select(
      `SELECT sq, line FROM records
        WHERE company_id = $companyId AND register_id = $registerId AND sq BETWEEN $firstSq AND $lastSq
        ORDER BY sq LIMIT ${MAX_RECORDS}`,
      { ...this.key(), firstSq, lastSq },
    );
  }

  private *checkBatch(batch: KeptBatch, lines: readonly { sq: number; line: string }[]): Generator<Flaw> {
    const { firstSq, lastSq, digest, signature } = batch;
    const name = `batch ${firstSq} to ${lastSq}`;
    if (firstSq > this.lastSq + 1) {
      yield { sq: this.lastSq + 1, text: `no batch holds the records before ${firstSq}` };
    }
    const missing = lastSq - firstSq + 1 - lines.length;
    if (missing > 0) yield { sq: firstSq, text: `${name}: ${missing} records are missing` };
    if (digestOfLines(lines.map(({ line }) => `${line}\n`).join('')) !== digest) {
      yield { sq: firstSq, text: `${name}: its records are not those that were handed in` };
    }
    if (!isSigned(this.register, signedText(this.register.id, { firstSq, lastSq, digest }), signature)) {
      yield { sq: firstSq, text: `${name}: the signature does not fit the key of the register` };
    }
    for (const { sq, line } of lines) {
      if (sq > this.lastSq) yield* this.checkRecord(sq, line);
    }
    this.lastSq = Math.max(this.lastSq, lastSq);
  }

  private *checkRecord(sq: number, line: string): Generator<Flaw> {
    this.records++;
    const record = recordOf(line);
    if (record.Unreadable !== undefined) {
      this.late.unreadable(sq);
      yield { sq, text: record.Unreadable };
      return;
    }
    if (record.SQ !== sq)
      yield { sq, text: `the record says of itself that it is number ${JSON.stringify(record.SQ)}` };
    if (record.RN !== this.register.rn)
      yield { sq, text: 'the record says of itself that it is of another register' };
    if (record._ === SEALED) {
      this.sealed++;
      this.sealedFrom ||= sq;
    }
    if (this.sealedFrom > 0) return;
    const late = this.late.take(sq, record);
    if (late !== null) yield { sq, text: late };
    yield* this.checkLaw(sq, record);
  }

  private checkLaw(sq: number, record: JournalRecord): Flaw[] {
    if (record._ === 'Cfg') this.country = countryIn(record) ?? this.country;
    if (this.country === '') return [];
    let auditor = this.auditors.get(this.country);
    if (auditor === undefined) {
      const publicKeys = this.installation?.publicKeys ?? new Map<string, string>();
      auditor = countryOf(this.country).audit?.({ publicKeys }) ?? null;
      this.auditors.set(this.country, auditor);
    }
    try {
      return (auditor?.take(record) ?? []).map(({ text }) => ({ sq, text }));
    } catch (error) {
      // A record that breaks the check is a finding, and the check goes on.
      return [{ sq, text: `cannot be checked: ${(error as Error).message}` }];
    }
  }

  /** What the register counts on from must fit the last records. */
  private async end(): Promise<Flaw[]> {
    if (this.sealedFrom > 0) return [];
    const state = new ArchivedState(this.db, this.register.company_id, this.register.id);
    await state.loadAll();
    try {
      return [...this.auditors.values()].flatMap((auditor) => auditor?.end(state) ?? []);
    } catch (error) {
      return [{ sq: 0, text: `the state cannot be checked: ${(error as Error).message}` }];
    }
  }

  private key(): { companyId: number; registerId: number } {
    return { companyId: this.register.company_id, registerId: this.register.id };
  }
}

/** The country of a configuration. */
function countryIn({ Cfg: cfg }: JournalRecord): string | null {
  const code = isTree(cfg) && isTree(cfg.Cmp) ? cfg.Cmp.Ctry : null;
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null;
}
