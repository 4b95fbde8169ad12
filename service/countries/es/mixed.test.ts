/** Many mixed documents at once: all fit the schema, and an emulator that shares no code takes all of them. */
import { expect, it } from 'vitest';
import { readBody } from '../../emulators/xml.ts';
import { complaint } from '../../emulators/aeat/schema.ts';
import { flawsOf } from '../../emulators/aeat/rules.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import { complete } from '../../receipt/complete.ts';
import type { Json } from '../../receipt/json.ts';
import { amountText } from '../../receipt/money.ts';
import type { CompleteEsr, Customer, Esr } from '../../receipt/tra.ts';
import { countryServices } from '../../testing/country-services.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { needOfficial } from '../../testing/official.ts';
import { runs } from '../../testing/runs.ts';
import { officialSchema } from '../base/testing/schema.ts';
import { checkReceipt } from './checks.ts';
import { cancelledDocument, issuedDocument, kindOf } from './receipt-document.ts';
import { rulesOn } from './taxes.ts';
import type { Making } from './system.ts';
import { recordProblems, type AeatRecord } from './verifactu/make.ts';
import { registerMessage, requestedMessage } from './verifactu/message.ts';
import { verifactu } from './verifactu/system.ts';

const SCHEMA = officialSchema('schemas/es/verifactu/SuministroLR.xsd');
const clock = new ManualClock('2026-05-12T12:00:00');
const NIF = 'B12345674';

/** Whole numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PLACES: readonly { zip: string; groups: readonly string[] }[] = [
  { zip: '28001', groups: ['A', 'B', 'C', 'Z', 'RA', 'RB', 'RC', 'RT', 'E2', 'E5', 'N1', 'N2'] },
  { zip: '38001', groups: ['A', 'B', 'C', 'D', 'F', 'G', 'Z', 'E1'] },
  { zip: '51001', groups: ['A', 'B', 'C', 'D', 'F', 'G', 'Z', 'N2'] },
];
const CUSTOMERS: readonly (Customer | undefined)[] = [
  undefined,
  undefined,
  { Nam: 'Certificaciones, S.A.', TaxId: 'A58818501' },
  { Nam: 'Peña & Cía <"Ñ">', TaxId: '12345678Z', Adr: 'Calle 1', Zip: '28001' },
  { Nam: 'Café Müller GmbH', TaxId: 'DE123456789', Ctry: 'DE' },
  { Nam: 'John Smith', TaxId: '987-654', Ctry: 'US' },
];

function cfgAt(zip: string): Cfg {
  return {
    Cmp: { Nam: 'Tienda «Ñandú» & Hijos, S.L.', Ctry: 'ES', TaxId: NIF, Zip: zip },
    Loc: { TL: '1' },
    Trm: { TT: '1' },
  };
}

function receipt(
  n: number,
  random: (below: number) => number,
  cfg: Cfg,
  groups: readonly string[],
): CompleteEsr {
  const sign = random(6) === 0 ? -1 : 1;
  const PosA = Array.from({ length: 1 + random(6) }, (_, i) => ({
    ...{ _: 'Pos', PN: `${i + 1}`, Dsc: ['Pan', 'Café "solo"', 'Ñoquis & <salsa>', '🍕'][random(4)]! },
    ...{
      TaxG: groups[random(groups.length)]!,
      Amt: amountText(sign * random(9000), 2),
      Qty: String(1 + random(3)),
    },
  }));
  const total = PosA.reduce((sum, { Amt }) => sum + Number(Amt.replace('.', '')), 0);
  const customer = CUSTOMERS[random(CUSTOMERS.length)];
  const esr: Esr = {
    PosA,
    PayA: [{ _: 'Pay', Dsc: 'Efectivo', Amt: amountText(total, 2) }],
    TN: String(n),
    ...(customer && { Ctm: customer }),
  };
  const D = '2026-05-12T12:00:00';
  const { esr: completed, issues } = complete(esr, {
    ...{ now: D, currencyDigits: 2, TL: '1', TT: '1', maxDaysOff: 7, maxMinutesAhead: 15 },
    ...{ taxes: rulesOn('2026-05-12', cfg), paymentGroups: new Set<string>(), mandatory: new Set<never>() },
  });
  expect([...issues, ...checkReceipt(completed, cfg)]).toEqual([]);
  return completed;
}

it('makes mixed records that fit the schema, follow each other, and are taken', ({ skip }) => {
  const count = runs(500);
  const random = numbers(20_261_123);
  const services = { ...countryServices(clock), key: () => null };
  const records: string[] = [];
  let chain: Json | null = null;
  let before: Json | null = null;
  for (let n = 1; n <= count; n++) {
    const { zip, groups } = PLACES[random(PLACES.length)]!;
    const cfg = cfgAt(zip);
    const esr = receipt(n, random, cfg, groups);
    const kind = kindOf(esr, []);
    const document = issuedDocument(
      esr,
      { series: 'T26-1-1', number: String(n), date: '2026-05-12' },
      kind,
      cfg,
      [],
    );
    const context = { ...services, cfg, now: '2026-05-12T12:00:00' };
    const making: Making = {
      chain,
      state: { get: () => undefined },
      test: false,
      installation: '1-1-1',
      context,
    };
    const what = random(10);
    const kept = {
      region: 'verifactu',
      test: false,
      installation: '1-1-1',
      operation: 'issue',
      document,
      record: {},
    } as const;
    const cancelled = cancelledDocument(document);
    const made =
      what === 0
        ? verifactu.cancel(cancelled, making, kept, random(2) === 0)
        : what === 1
          ? verifactu.correct(document, making, kept, random(2) === 0 ? 'rejected' : 'accepted-with-errors')
          : verifactu.issue(document, making);
    if (made instanceof Promise || 'issue' in made) throw new Error('it is no record');
    expect(
      recordProblems({ ...kept, document: what === 0 ? cancelled : document, record: made.record }, before),
    ).toEqual([]);
    chain = made.chain;
    before = made.record;
    records.push((made.record as AeatRecord).xml);
  }
  for (let at = 0; at < records.length; at += 1000) {
    const some = records.slice(at, at + 1000);
    const message = readBody(
      Buffer.from(registerMessage({ name: 'Tienda', nif: NIF, incident: true }, some)),
    )!;
    expect(complaint(message)).toBeNull();
    for (const { children } of message.children.slice(1))
      expect(flawsOf(children[0]!, NIF, clock.now())).toEqual([]);
  }
  needOfficial(skip, SCHEMA.lack);
  const messages = Array.from({ length: Math.ceil(records.length / 1000) }, (_, i) =>
    requestedMessage({ name: 'Tienda', nif: NIF }, records.slice(i * 1000, (i + 1) * 1000)),
  );
  expect(SCHEMA.problems(messages)).toBe('');
});
