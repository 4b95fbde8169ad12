/** Writing an export of a company as it is read: in constant memory, and no longer than somebody takes it. */
import os from 'node:os';
import type { Writable } from 'node:stream';
import type { ExportFile } from '../../countries/contract/exports.ts';
import type { CountryServices } from '../../countries/contract/services.ts';
import { writeZip } from '../../exports/archive.ts';
import type { Json } from '../../receipt/json.ts';
import { Problem } from '../problem.ts';
import type { PortalServices } from '../services.ts';
import producer from '../../../resources/producer.json' with { type: 'json' };
import { archiveKey } from './archive-key.ts';
import { type ExportPlan, type Law, oneLine } from './export-plan.ts';
import { type Installation, newestInstallation } from './installation.ts';
import { journalFiles } from './journal-files.ts';
import { openSource, rangesOf, unbroken } from './register-source.ts';
import { renderSheet } from '../../render/pdf.ts';

/** Exports that a process makes at a time: each keeps a processor busy. */
const MOST_AT_A_TIME = 4;
/** Seconds after which another one may be tried. */
const RETRY_AFTER = 30;
/** Names the registers that are not in the archive. */
const MISSING_FILE = 'MISSING-REGISTERS.txt';
/** Says which registers were put back to older data, and what that means. */
const FOLLOWING_FILE = 'REGISTERS-PUT-BACK.txt';

/** Names the records that are not in the files of the law. */
const UNREADABLE_FILE = 'UNREADABLE-RECORDS.txt';
/** Records that are named at most. */
const MOST_NAMED = 10_000;

let running = 0;

/**
 * Keeps a place for an export.
 * @returns gives it back
 * @throws Problem 503 when there are enough
 */
export function beginExport(): () => void {
  if (running >= MOST_AT_A_TIME) {
    throw new Problem(503, 'other exports are being made; try again soon', [], RETRY_AFTER);
  }
  running++;
  return () => void running--;
}

/** Writes the archive; destroys the output when it cannot be completed. */
export async function writeExport(
  services: Pick<PortalServices, 'db' | 'clock' | 'log'>,
  plan: ExportPlan,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const { companyId, registers, period, law } = plan;
  const files = law
    ? lawFiles(services, plan, law, signal)
    : journalFiles(services.db, companyId, registers, period, signal);
  await writeZip(withNote(files, plan), output, new Date(services.clock.now()), signal);
}

async function* withNote(
  files: AsyncIterable<ExportFile>,
  { following }: ExportPlan,
): AsyncGenerator<ExportFile> {
  yield* files;
  if (following.length > 0) yield { name: FOLLOWING_FILE, content: text(following) };
}

async function* lawFiles(
  services: Pick<PortalServices, 'db' | 'clock' | 'log'>,
  plan: ExportPlan,
  { kind, cfgs, missing }: Law,
  signal: AbortSignal,
): AsyncGenerator<ExportFile> {
  const { db } = services;
  const { comment, companyId, now } = plan;
  const today = now.slice(0, 10);
  const context = { ...countryServices(services, plan, await newestInstallation(db, companyId)), now };
  const periods = kind.periods?.(plan.period.from, plan.period.till, today) ?? [plan.period];
  const leftOut = new LeftOut();
  let isEmpty = true;
  for (const [n, period] of periods.entries()) {
    const dated = await rangesOf(db, companyId, period);
    // Of a period without records at all there is one file that says so.
    if (dated.size === 0 && periods.length > 1 && !(isEmpty && n === periods.length - 1)) continue;
    isEmpty = false;
    const sources = [];
    for (const [i, register] of plan.registers.entries()) {
      const own = dated.get(register.id);
      const range = kind.chained
        ? await unbroken(db, register, period, own, { today, types: kind.types })
        : own;
      sources.push(
        await openSource(db, register, cfgs[i]!, {
          ...{ kind, period, range, signal },
          leftOut: (sq, why) => leftOut.add(register, sq, why),
        }),
      );
    }
    const scope = { ...period, comment, sources, whole: true, open: false, folder: os.tmpdir() };
    yield* kind.files({ ...scope, progress: () => undefined }, context);
  }
  if (missing.length > 0) yield { name: MISSING_FILE, content: text(missing) };
  const unreadable = leftOut.sentences();
  if (unreadable.length > 0) yield { name: UNREADABLE_FILE, content: text(unreadable) };
}

/** Records that files of the law have to do without, each named once. */
class LeftOut {
  readonly #named = new Map<string, string>();
  #more = false;

  add({ id, rn }: { id: number; rn: string }, sq: number, why: string): void {
    const key = `${id} ${sq}`;
    if (this.#named.size === MOST_NAMED && !this.#named.has(key)) this.#more = true;
    else this.#named.set(key, `register ${oneLine(rn)} (${id}), record ${sq}: ${why}`);
  }

  /** English; empty when there are none. */
  sentences(): string[] {
    return [...this.#named.values(), ...(this.#more ? ['and more'] : [])];
  }
}

/** What exports may use: the portal signs archives alone, and has no secrets of its registers. */
function countryServices(
  { db, clock, log }: Pick<PortalServices, 'db' | 'clock' | 'log'>,
  { test }: ExportPlan,
  installation: Installation | null,
): CountryServices {
  const values: Record<string, Json> = installation?.values ?? {};
  const never = (): never => {
    throw new Error('an export needs what only the register has');
  };
  return {
    ...{ clock, log, memory: new Map() },
    key: () => null,
    program: () => installation?.program ?? BUILT_IN,
    attributes: () => ({
      text: () => undefined,
      flag: (name) => test && name.toLowerCase() === TEST_ATTRIBUTE,
      number: (_name, fallback) => fallback,
    }),
    vault: { get: (name) => (Object.hasOwn(values, name) ? values[name] : undefined), set: never },
    signer: { sign: never, status: () => [] },
    archiveKey: () => archiveKey(db),
    drawQr: never,
    drawBarcode: never,
    drawSheet: renderSheet,
  };
}

/** The attribute by which exports of a register have test documents too. */
const TEST_ATTRIBUTE = 'fiscal_test';

/** The program of registers that have not said whose they are. */
const BUILT_IN = {
  product: 'Tillmark',
  version: '3',
  producer: { name: producer.name, taxId: producer.taxId },
  certificate: producer.certificate,
};

async function* text(sentences: readonly string[]): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(sentences.map((sentence) => `${sentence}\n`).join('')));
}
