/** The systems of the three provinces and their emulated treasuries, through everything that happens to a line. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulators/ticketbai/emulator.ts';
import type { Cfg } from '../../../receipt/cfg.ts';
import type { Json } from '../../../receipt/json.ts';
import type { JournalRecord } from '../../../receipt/tra.ts';
import { Attributes } from '../../../settings/attributes.ts';
import { countryServices } from '../../../testing/country-services.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { officialSchema } from '../../base/testing/schema.ts';
import type { CountryContext } from '../../contract/services.ts';
import { CERTIFICATES } from '../credentials.ts';
import type { IssuedDocument } from '../document.ts';
import type { Region } from '../region.ts';
import type { FiscalSystem, Kept, Made } from '../system.ts';
import { post } from '../../base/http-client.ts';
import { TICKETBAI } from './system.ts';
import { documentOf, ISSUER } from './testing/documents.ts';

const DAY = '2027-01-09';
const clock = new ManualClock(`${DAY}T18:20:11`);
const CFG = { Cmp: { TaxId: ISSUER.nif, Nam: ISSUER.name, Ctry: 'ES' } } as Cfg;
const NEVER = new AbortController().signal;
const ALL: Region[] = ['araba', 'bizkaia', 'gipuzkoa'];

let treasury: Emulator;
let key: Awaited<ReturnType<Emulator['issue']>>;

beforeAll(async () => {
  treasury = await startEmulator({ clock });
  key = await treasury.issue(ISSUER.nif);
});
beforeEach(() => treasury.forget());
afterAll(() => treasury.stop());

/** A till of one province. */
class Till {
  readonly records: JournalRecord[] = [];
  context!: CountryContext;
  private chain: Json | null = null;
  readonly system: FiscalSystem;
  private readonly region: Region;

  constructor(region: Region) {
    this.region = region;
    this.system = TICKETBAI.find((system) => system.region === region)!;
  }

  async open(attributes = ''): Promise<this> {
    const ca = path.join(await temporaryFolder(), 'ca.pem');
    await fs.writeFile(ca, treasury.ca);
    const parsed = Attributes.parse(
      `Fiscal_Test ES_Authority=${treasury.url} ES_AuthorityCA=${ca} ${attributes}`,
    );
    const services = { ...countryServices(clock, () => parsed), key: () => null };
    this.context = {
      ...services,
      ...{ now: `${DAY}T18:20:11`, cfg: CFG },
      record: (sq) => Promise.resolve(this.records.find(({ SQ }) => SQ === sq) ?? null),
    };
    await CERTIFICATES.keep(services.vault, CFG, { ...key, chain: [] });
    return this;
  }

  get making() {
    const state = { get: () => undefined, keys: () => [] };
    return {
      chain: this.chain,
      state,
      test: true,
      installation: '1-1-20270101120000',
      context: this.context,
    };
  }

  async sell(n: number, change: Partial<IssuedDocument> = {}): Promise<JournalRecord> {
    const document = { ...documentOf(n, DAY), ...change };
    return this.keep(await this.system.issue(document, this.making), { operation: 'issue', document });
  }

  async void(record: JournalRecord, wasRefused = false): Promise<JournalRecord> {
    const kept = record.Kept as unknown as Kept;
    const { id, issuer } = kept.document;
    const made = await this.system.cancel({ id, issuer }, this.making, kept, wasRefused);
    return this.keep(made, { operation: 'cancel', document: { id, issuer } });
  }

  async correct(
    record: JournalRecord,
    document: Kept['document'],
    state: 'rejected' | 'accepted-with-errors',
  ): Promise<JournalRecord> {
    const before = record.Kept as unknown as Kept;
    const made = await this.system.correct(document, this.making, before, state);
    return this.keep(made, { operation: 'correct', document, of: record.SQ });
  }

  keep(made: Made, about: Pick<Kept, 'operation' | 'document' | 'of'>): JournalRecord {
    if ('issue' in made) throw new Error(made.issue.text);
    this.chain = made.chain;
    const kept = { ...about, region: this.region, test: true, record: made.record, installation: 'x' };
    const record: JournalRecord = {
      ...{ _: 'Tra', SQ: this.records.length + 1, RN: 'def', D: `${DAY}T18:20:11` },
      ...{ Fis: made.fis, Kept: kept },
    };
    this.records.push(record);
    return record;
  }

  async tell(...records: JournalRecord[]): Promise<string[]> {
    const told = await this.system.telling!.tell(records, this.context, { signal: NEVER });
    return told.map((one) => {
      if (one.outcome === 'accepted') return String(one.fis.ES_State);
      return one.outcome === 'refused' ? `refused: ${one.issue.text}` : one.outcome;
    });
  }

  /** What an audit finds. */
  problems(): string[] {
    return this.records.flatMap(({ Kept: kept }, i) => {
      const before = (this.records[i - 1]?.Kept as unknown as Kept | undefined)?.record ?? null;
      return this.system.problems(kept as unknown as Kept, before);
    });
  }
}

it.each(ALL)('%s takes what is sold and taken back, chained, without a complaint', async (region) => {
  const till = await new Till(region).open();
  const sold = [await till.sell(1), await till.sell(2), await till.sell(3)];
  const voided = await till.void(sold[1]!);
  sold.push(await till.sell(4));
  const told: string[] = [];
  for (const some of region === 'bizkaia'
    ? [sold.slice(0, 3), [voided], [sold[3]!]]
    : [[...sold.slice(0, 3), voided, sold[3]!]])
    told.push(...(await till.tell(...some)));
  expect(told).toEqual(Array(5).fill('Correcto'));
  expect(treasury.requests).toHaveLength(region === 'bizkaia' ? 3 : 5);
  expect(treasury.books[region as 'araba'].files.map(({ kind }) => kind)).toEqual([
    'issue',
    'issue',
    'issue',
    'cancel',
    'issue',
  ]);
  expect(till.problems()).toEqual([]);
  expect(sold[0]!.Fis).toMatchObject({
    Code: expect.stringMatching(/\/\?id=TBAI-B12345674-090127-.*&cr=\d{3}$/),
    ES_TBAI_Code: expect.stringMatching(/^TBAI-B12345674-090127-.{13}-\d{3}$/),
  });
});

it.each(ALL)('%s knows an invoice whose answer was lost, and it is there once', async (region) => {
  const till = await new Till(region).open();
  const sold = await till.sell(1);
  treasury.drop(1, 'after');
  expect(await till.tell(sold)).toEqual(['unanswered']);
  treasury.spoil('unreadable', 1);
  expect(await till.tell(sold)).toEqual(['unanswered']);
  expect(await till.tell(sold)).toEqual(['Correcto']);
  const voided = await till.void(sold);
  treasury.drop(1, 'within');
  expect(await till.tell(voided)).toEqual(['unanswered']);
  expect(await till.tell(voided)).toEqual(['Correcto']);
  const books = treasury.books[region as 'araba'];
  expect(books.files).toHaveLength(2);
  expect(books.doubles).toEqual([]);
});

it.each(ALL)(
  '%s is not there, has no certificate for it or is out of order: it is told later',
  async (region) => {
    const till = await new Till(region).open();
    const sold = [await till.sell(1), await till.sell(2)];
    treasury.down();
    expect(await till.tell(...sold)).toEqual(['unanswered']);
    treasury.up();
    for (const what of [{ http: 503 }, { code: region === 'bizkaia' ? 'B4_1000004' : '006' }]) {
      treasury.fail(what);
      expect(await till.tell(...sold)).toEqual(['unanswered']);
    }
    await CERTIFICATES.forget(till.context.vault, CFG);
    expect(await till.tell(...sold)).toEqual(['unanswered']);
  },
);

it.each(['araba', 'gipuzkoa'] as const)('%s takes the correction of what it has refused', async (region) => {
  const till = await new Till(region).open();
  const [first, second] = [await till.sell(1), await till.sell(2)];
  treasury.fail({ code: '004' });
  expect(await till.tell(first, second)).toEqual(['refused: 004 Error 004', 'AceptadoConErrores']);
  const document = { ...documentOf(1, DAY), issuer: { ...ISSUER, name: 'Another name' } };
  const corrected = await till.correct(first, document, 'rejected');
  expect(await till.tell(corrected)).toEqual(['Correcto']);
  const modified = await till.correct(second, documentOf(2, DAY), 'accepted-with-errors');
  expect(await till.tell(modified)).toEqual(['Correcto']);
  expect(treasury.books[region].files.map(({ kind }) => kind)).toEqual([
    'issue',
    'correct-issue',
    'correct-issue',
  ]);
  expect(till.problems()).toEqual([]);
});

it('Bizkaia refuses one of many: the others are taken, and that one is told again as it is', async () => {
  const till = await new Till('bizkaia').open();
  const sold = [await till.sell(1), await till.sell(2), await till.sell(3)];
  treasury.fail({ code: '004' });
  const told = await till.tell(...sold);
  expect(told[0]).toMatch(/^refused: B4_2000008/);
  expect(told.slice(1)).toEqual(['AceptadoConErrores', 'Correcto']);
  const again = await till.correct(sold[0]!, documentOf(1, DAY), 'rejected');
  // It comes behind those that are chained to it.
  expect(await till.tell(again)).toEqual(['AceptadoConErrores']);
});

it('Bizkaia is told of a year, a company and a kind at a time, and of persons with their activity', async () => {
  const till = await new Till('bizkaia').open('ES_LROE_Model=140');
  const [old, sold] = [
    await till.sell(1, { id: { series: 'A', number: '1', date: '2026-12-31' } }),
    await till.sell(2),
  ];
  expect(await till.tell(old, sold)).toEqual(['unanswered']);
  expect(treasury.requests).toEqual([]);
  await till.open('ES_LROE_Model=140 ES_LROE_Activity=1673');
  expect(await till.tell(old, sold)).toEqual(['Correcto']);
  expect(await till.tell(sold)).toEqual(['Correcto']);
  expect(await till.tell(await till.void(sold))).toEqual(['Correcto']);
  expect(treasury.requests.map(({ outcome }) => outcome)).toEqual(['00', '00', '00']);
});

it('Bizkaia is told of fewer at once as long as it does not answer', async () => {
  const till = await new Till('bizkaia').open();
  const sold: JournalRecord[] = [];
  for (let n = 1; n <= 8; n++) sold.push(await till.sell(n));
  treasury.drop(1, 'before');
  expect(await till.tell(...sold)).toEqual(['unanswered']);
  expect(await till.tell(...sold)).toHaveLength(2);
  expect(await till.tell(...sold.slice(2))).toHaveLength(6);
  expect(treasury.books.bizkaia.files).toHaveLength(8);
});

it.each(ALL)('%s takes the correction of a cancellation that it has refused', async (region) => {
  const till = await new Till(region).open();
  const sold = await till.sell(1);
  const voided = await till.void(sold);
  expect(await till.tell(sold)).toEqual(['Correcto']);
  treasury.fail({ code: '004' });
  expect((await till.tell(voided)).join()).toContain('refused');
  const { document } = voided.Kept as unknown as Kept;
  expect(await till.tell(await till.correct(voided, document, 'rejected'))).toEqual(['Correcto']);
  const { files } = treasury.books[region as 'araba'];
  expect(files.map(({ kind }) => kind)).toEqual([
    'issue',
    region === 'bizkaia' ? 'cancel' : 'correct-cancel',
  ]);
  expect(files[0]!.isCancelled).toBe(true);
  expect(till.problems()).toEqual([]);
});

it('takes back what was refused, and what the treasury never saw', async () => {
  const till = await new Till('gipuzkoa').open();
  const sold = await till.sell(1);
  treasury.fail({ code: '002' });
  expect(await till.tell(sold)).toEqual(['refused: 002 Error 002']);
  expect(await till.tell(await till.void(sold, true))).toEqual(['Correcto']);
  expect(await till.tell(await till.void(await till.sell(2)))).toEqual(['refused: 018 Error 018']);
});

it('an audit notices a file, a signature and a link that were changed', async () => {
  const till = await new Till('araba').open();
  for (const n of [1, 2, 3]) await till.sell(n);
  const change = (from: RegExp | string, to: string) => {
    const copy = structuredClone(till.records[1]!);
    const { record } = copy.Kept as unknown as { record: { xml: string } };
    record.xml = record.xml.replace(from, to);
    const before = (till.records[0]!.Kept as unknown as Kept).record;
    return till.system.problems(copy.Kept as unknown as Kept, before).join('; ');
  };
  expect(change('', '')).toBe('');
  expect(change(/<ImporteTotalFactura>[^<]*/, '<ImporteTotalFactura>1.00')).toContain('total');
  expect(change(/(?<=SignatureValueFirmaFacturaAnterior>)./, '_')).toContain('not chained');
  expect(change(/(?<=NumFactura>)\d/, '9')).toContain('number');
  expect(change('policy', 'x')).toBe('');
  const third = till.records[2]!.Kept as unknown as Kept;
  expect(till.system.problems(third, (till.records[0]!.Kept as unknown as Kept).record)).toContain(
    'it is not chained to the file before it',
  );
});

const answers = officialSchema('schemas/es/ticketbai/ticketBaiResponse.xsd');
it.skipIf(answers.lack)(`the emulator answers as the schema has it${answers.lack ?? ''}`, async () => {
  const till = await new Till('araba').open();
  const sold = await till.sell(1);
  const { xml } = (sold.Kept as unknown as { record: { xml: string } }).record;
  const client = {
    certificate: key.certificate.toString(),
    key: key.key.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
  const texts: string[] = [];
  for (const body of [xml, xml, '<x/>']) {
    const url = `${treasury.url}/TicketBAI/v1/facturas/`;
    const headers = { 'content-type': 'application/xml' };
    const answer = await post({ url, name: 'it', headers, ca: treasury.ca, client, timeoutMs: 5000 }, body);
    texts.push((answer as { body: Buffer }).body.toString());
  }
  expect(answers.problems(texts)).toBe('');
});
