/** A shop with a journal, for tests of the export: documents are numbered and signed as the law wants. */
import os from 'node:os';
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Cfg } from '../../../../receipt/cfg.ts';
import type { Json } from '../../../../receipt/json.ts';
import { amountText } from '../../../../receipt/money.ts';
import type { Esr, Fis, JournalRecord } from '../../../../receipt/tra.ts';
import type { ExportScope, ExportSource } from '../../../contract/exports.ts';
import type { CountryContext } from '../../../contract/services.ts';
import { isSigned, total, type DocumentType } from '../../document.ts';
import { signedText, signText } from '../../signature.ts';
import { completed } from '../../testing/receipts.ts';
import { saft } from '../index.ts';

/** The key that shops of the tests sign with. */
const TEST_KEY: { privateKey: KeyObject; publicKey: string } = (() => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return { privateKey, publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })) };
})();

/** Public keys as the checker wants them. */
export const PUBLIC_KEYS: ReadonlyMap<string, string> = new Map([['1', TEST_KEY.publicKey]]);

export const CFG: Cfg = {
  Cmp: {
    Nam: 'Pastelaria Exemplo, Lda',
    Adr: 'Rua da Assunção, 1',
    Zip: '1100-042',
    City: 'Lisboa',
    Ctry: 'PT',
    TaxId: 'PT599999993',
  },
  Loc: { TL: '1' },
};

/** Validation code of a series; that of the first one is known to the tests. */
function codeOf(series: string): string {
  const digest = createHash('sha1').update(series).digest('hex').toUpperCase();
  return series === 'FS 1_1.26' ? 'CSDF7T5H' : digest.slice(0, 8);
}

/** What a document is besides its receipt. */
export interface Issuing {
  type?: DocumentType;
  /** Time of registration and, unless the receipt says otherwise, of the document. */
  now?: string;
  series?: string;
  /** More fiscal data, e.g. a reference. */
  fis?: Partial<Fis>;
}

/** One register's journal. */
export class Shop {
  readonly cfg: Cfg;
  readonly state = new Map<string, Json>();
  readonly records: JournalRecord[] = [];
  private readonly voids = new Map<number, JournalRecord>();
  private readonly chains = new Map<string, { number: number; hash: string }>();
  private readonly privateKey: KeyObject;

  constructor(cfg: Cfg = CFG, privateKey: KeyObject = TEST_KEY.privateKey) {
    this.cfg = cfg;
    this.privateKey = privateKey;
  }

  /** Issues a document. */
  issue(sent: Esr, issuing: Issuing = {}): JournalRecord {
    const { now = '2026-01-15T10:15:30' } = issuing;
    const { esr } = completed(sent, now);
    const type = issuing.type ?? (total(esr) < 0 ? 'NC' : 'FS');
    const series = `${type} ${issuing.series ?? '1_1.26'}`;
    const last = this.chains.get(series) ?? { number: 0, hash: '' };
    const FN = `${series}/${last.number + 1}`;
    const gross = amountText(Math.abs(total(esr)), 2);
    const text = signedText({ date: esr.D.slice(0, 10), entry: now, id: FN, gross }, last.hash);
    const hash = isSigned(type) ? signText(text, this.privateKey) : '';
    this.chains.set(series, { number: last.number + 1, hash });
    return this.add({
      _: 'Tra',
      SQ: 0,
      RN: 'def',
      D: now,
      ESR: { ...esr, FN },
      Fis: {
        Tag: [{ Label: 'ATCUD', Name: 'ATCUD', Value: `${codeOf(series)}-${last.number + 1}` }],
        ...(hash !== '' && { PT_Hash: hash, PT_HashControl: '1' }),
        PT_SystemEntryDate: now,
        ...issuing.fis,
      },
    });
  }

  /** Takes a document back. */
  void(original: JournalRecord, now: string, esr: Partial<Esr> = {}): void {
    const record = this.add({ _: 'Tra', SQ: 0, RN: 'def', D: now, ESR: { Void: '1', ...esr } });
    this.voids.set(original.SQ, record);
    this.state.set(`VOID ${original.SQ}`, record.SQ);
  }

  /** Adds any record. */
  add(record: JournalRecord): JournalRecord {
    const numbered = { ...record, SQ: this.records.length + 1 };
    this.records.push(numbered);
    return numbered;
  }

  /** The journal as exports see it, in pages of a few records. */
  source(pageSize = 7): ExportSource {
    const { records, voids } = this;
    return {
      rn: 'def',
      cfg: this.cfg,
      state: this.state,
      async *pages() {
        for (let i = 0; i < records.length; i += pageSize) yield records.slice(i, i + pageSize);
      },
      record: async (sq) => records.find(({ SQ }) => SQ === sq) ?? null,
      voidOf: async (record) => voids.get(record.SQ) ?? null,
    };
  }
}

/** What an export is asked for, besides the shops. */
export interface Asked extends Partial<ExportScope> {
  /** Day of the export. */
  today?: string;
  attributes?: Record<string, string>;
  /** The key in use is a test key. */
  testKey?: boolean;
}

/** What a country may use in an export. */
export function contextFor({ today = '2026-02-02', attributes = {}, testKey = true }: Asked): CountryContext {
  const { privateKey } = TEST_KEY;
  // Only what an export may use; the rest of a register's services has no part in it.
  const context: Partial<CountryContext> = {
    now: `${today}T12:00:00`,
    key: () => ({ version: 1, serial: 'test', privateKey, test: testKey }),
    program: () => ({
      product: 'Fiscal Register',
      version: '1.0.0',
      producer: { name: 'Example Software', taxId: '599999993' },
      certificate: '9999',
    }),
    attributes: () => ({
      text: (name) => attributes[name],
      flag: (name) => attributes[name] === '1',
      number: (_name, fallback) => fallback,
    }),
    vault: { get: () => undefined, set: async () => undefined },
  };
  return context as CountryContext;
}

/** Exports shops; the file as bytes, and its name. */
export async function exported(
  shops: readonly Shop[],
  asked: Asked = {},
): Promise<{ name: string; bytes: Buffer; text: string }> {
  const scope: ExportScope = {
    from: '2026-01-01',
    till: '2026-01-31',
    comment: undefined,
    sources: shops.map((s) => s.source()),
    whole: true,
    open: false,
    folder: os.tmpdir(),
    progress: () => undefined,
    ...asked,
  };
  for await (const file of saft.files(scope, contextFor(asked))) {
    const chunks: Buffer[] = [];
    for await (const chunk of file.content) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    return { name: file.name, bytes, text: new TextDecoder('windows-1252').decode(bytes) };
  }
  throw new Error('no file');
}
