import { createPrivateKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { child, childText, readXml, type XmlElement } from '../base/xml-reader.ts';
import { newSignatory } from '../base/testing/signers.ts';
import { officialSchema } from '../base/testing/schema.ts';
import { noXmlsec, xmlsecProblems } from '../base/testing/xmlsec.ts';
import { lacksOfficial, needOfficial, officialBytes } from '../../testing/official.ts';
import { runs } from '../../testing/runs.ts';
import { F73 } from './cis.ts';
import { checkReceipt } from './checks.ts';
import { dataChange, paymentChange, receiptMessage, signedEnvelope, tip } from './message.ts';
import { receiptData, type HrReceipt } from './receipt-data.ts';
import { anySale, CFG, completed, HEADER, sale } from './testing/sales.ts';
import { announcement, question, removal, workingTimeProblems, type WorkingTime } from './working-time.ts';
import { zkiOf } from './zki.ts';

const SCHEMA = officialSchema('schemas/hr/v1.9/FiskalizacijaSchema.xsd');
const ZKI = 'a1e6b1428f0cc755f0c82aa7a1327e35';
const receiptOf = (...args: Parameters<typeof sale>): HrReceipt => {
  const { esr, issues } = completed(sale(...args));
  if (issues.length > 0) throw new Error(issues[0]!.text);
  return { ...receiptData(esr, CFG), zki: ZKI };
};
const element = (xml: string): XmlElement => {
  const read = readXml(Buffer.from(xml));
  if ('problem' in read) throw new Error(read.problem);
  return read.root;
};
/** Names and texts below an element, in order. */
const flat = (e: XmlElement, path = ''): string[] =>
  e.children.length === 0
    ? [`${path}${e.name} ${e.text}`]
    : e.children.flatMap((c) => flat(c, path === '' ? `${e.name}/` : `${path}${e.name}/`));

describe('the message of a receipt', () => {
  it('says everything in the order of the schema', () => {
    const receipt = receiptOf(
      [
        ['125.00', 'A'],
        ['11.30', 'B'],
        ['10.00', 'D'],
        ['5.00', 'E'],
        ['0.07', 'N'],
        ['12.80', 'A P3'],
      ],
      { Ctm: { TaxId: 'HR85821130368' }, HR_ParagonBrRac: '7' },
    );
    const racun = child(element(receiptMessage(HEADER, receipt, true)), 'Racun')!;
    expect(flat(racun).map((line) => line.replace(/^Racun\//, ''))).toEqual([
      'Oib 18683136487',
      'USustPdv true',
      'DatVrijeme 01.08.2026T12:34:56',
      'OznSlijed N',
      'BrRac/BrOznRac 12345',
      'BrRac/OznPosPr POSL1',
      'BrRac/OznNapUr 12',
      'Pdv/Porez/Stopa 25.00',
      'Pdv/Porez/Osnovica 110.00',
      'Pdv/Porez/Iznos 27.50',
      'Pdv/Porez/Stopa 13.00',
      'Pdv/Porez/Osnovica 10.00',
      'Pdv/Porez/Iznos 1.30',
      'Pnp/Porez/Stopa 3.00',
      'Pnp/Porez/Osnovica 10.00',
      'Pnp/Porez/Iznos 0.30',
      'IznosOslobPdv 10.00',
      'IznosNePodlOpor 5.00',
      'Naknade/Naknada/NazivN Čaša 5',
      'Naknade/Naknada/IznosN 0.07',
      'IznosUkupno 164.17',
      'NacinPlac G',
      'OibOper 02994650199',
      `ZastKod ${ZKI}`,
      'NakDost true',
      'ParagonBrRac 7',
      'OibPrimateljaRacuna 85821130368',
    ]);
  });

  it('has the margin scheme apart, and no VAT of a company outside the VAT system', () => {
    const TaxA = [
      { _: 'Tax', TaxG: 'A', Prc: '25', Net: '98.00', TAmt: '2.00', Amt: '100.00', MarginScheme: '1' },
    ];
    expect(receiptOf([['100.00', 'A']], { TaxA })).toMatchObject({ vat: [], margin: 10_000, total: 10_000 });
    const { esr } = completed(
      sale([
        ['5.00', 'E'],
        ['3.00', 'Z'],
      ]),
    );
    const outside = receiptData(esr, { ...CFG, Cmp: { ...CFG.Cmp, HR_USustPdv: '0' } });
    expect(outside).toMatchObject({ inVatSystem: false, vat: [], outside: 800 });
  });

  it.each<[string[], string]>([
    [['cash 8.00', 'change -3.00'], 'G'],
    [['creditcard 5.00'], 'K'],
    [['creditcard 6.00', 'change -1.00'], 'K'],
    [['open 5.00'], 'T'],
    [['title 5.00'], 'O'],
    [['cash 2.00', 'creditcard 3.00'], 'O'],
    [['cash 5.00', 'creditcard 0.00'], 'G'],
    [['K 5.00'], 'K'],
    [['constructor 5.00'], 'O'],
  ])('is paid by one means, or by others: %j is %s', (payments, means) => {
    const PayA = payments.map((text) => {
      const [PayG, Amt] = text.split(' ') as [string, string];
      return { _: 'Pay', Dsc: PayG, PayG, Amt };
    });
    expect(receiptOf([['5.00', 'A']], { PayA }).payment).toBe(means);
  });

  it('adds up to the total, whatever is sold or returned', () => {
    fc.assert(
      fc.property(anySale, (sent) => {
        const { esr, issues } = completed(sent);
        expect(issues).toEqual([]);
        expect(checkReceipt(esr, CFG)).toEqual([]);
        const { vat, consumption, exempt, outside, fees, total } = receiptData(esr, CFG);
        const taxed = [...vat, ...consumption].reduce((sum, { tax }) => sum + tax, 0);
        const bases = vat.reduce((sum, { net }) => sum + net, 0);
        const rest = (exempt ?? 0) + (outside ?? 0) + fees.reduce((sum, { amount }) => sum + amount, 0);
        expect(bases + taxed + rest).toBe(total);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('the schema of CIS', () => {
  const signatory = newSignatory('FISKAL 1');
  const credentials = { key: signatory.key, certificate: signatory.certificate, digest: 'sha256' as const };
  const bodyOf = (envelope: string) => /<S:Body>(.*)<\/S:Body>/s.exec(envelope)![1]!;

  it('is kept by messages of all receipts', ({ skip }) => {
    needOfficial(skip, SCHEMA.lack);
    const messages = fc.sample(anySale, runs(40)).map((sent, i) => {
      const receipt = { ...receiptData(completed(sent).esr, CFG), zki: ZKI };
      const late = i % 2 === 0;
      const message = [
        receiptMessage(HEADER, receipt, late),
        paymentChange(HEADER, receipt, 'K'),
        tip(HEADER, receipt, 250, 'G'),
        dataChange(HEADER, receipt, 'T', late ? '85821130368' : null),
      ][i % 4]!;
      return bodyOf(signedEnvelope(message, credentials));
    });
    expect(SCHEMA.problems(messages)).toBe('');
  });

  it('is kept by working times', ({ skip }) => {
    needOfficial(skip, SCHEMA.lack);
    const premises = { oib: '18683136487', premises: 'POSL1', operator: '02994650199' };
    const [hours, later] = [
      { from: '08:00', till: '12:00' },
      { from: '14:00', till: '24:00' },
    ];
    const times: WorkingTime = {
      usual: [
        { from: '2026-09-01', note: 'ljeto', week: { once: [{ ...hours, day: 1 }] } },
        {
          from: '2026-10-01',
          week: {
            twice: [
              { ...hours, day: 8, part: 1 },
              { ...later, day: 8, part: 2 },
            ],
          },
        },
        { from: '2026-11-01', week: { alternating: [{ ...hours, day: 7, days: 'odd' }] } },
      ],
      exceptions: [
        { day: '2026-12-24', hours: [hours] },
        { day: '2026-12-31', hours: [hours, later] },
      ],
    };
    const agreement: WorkingTime = { usual: [{ from: '2026-09-01', week: 'by-agreement' }], exceptions: [] };
    expect([times, agreement].map(workingTimeProblems)).toEqual([[], []]);
    const messages = [
      announcement(HEADER, premises, times),
      announcement(HEADER, premises, agreement),
      removal(HEADER, premises, { usual: ['2026-09-01'], exceptions: ['2026-12-24'] }),
      question(HEADER, premises),
    ];
    expect(SCHEMA.problems(messages.map((m) => bodyOf(signedEnvelope(m, credentials))))).toBe('');
  });

  it('holds no message with a wrong field', ({ skip }) => {
    needOfficial(skip, SCHEMA.lack);
    const message = receiptMessage(HEADER, { ...receiptOf([['5.00', 'A']]), premises: 'P-1' }, false);
    expect(SCHEMA.problems([message])).toContain('OznPosPr');
  });

  it('has signatures that are right for xmlsec1', ({ skip }) => {
    needOfficial(skip, noXmlsec);
    const envelope = signedEnvelope(receiptMessage(HEADER, receiptOf([['5.00', 'A']]), false), credentials);
    expect(xmlsecProblems(envelope, `${F73}:RacunZahtjev`, signatory.pem.certificate)).toBe('');
  });
});

describe('working times', () => {
  const usual = { from: '2026-09-01', week: { once: [{ from: '08:00', till: '20:00', day: 1 }] } } as const;

  it.each<[WorkingTime, string]>([
    [{ usual: [], exceptions: [] }, 'usual'],
    [{ usual: [usual, usual, usual, usual], exceptions: [] }, 'usual'],
    [{ usual: [{ ...usual, from: '2026-02-30' }], exceptions: [] }, 'usual[0].from'],
    [{ usual: [{ ...usual, note: 'x'.repeat(201) }], exceptions: [] }, 'usual[0].note'],
    [{ usual: [{ ...usual, week: { once: [] } }], exceptions: [] }, 'usual[0].week'],
    [
      { usual: [], exceptions: [{ day: '2026-12-24', hours: [{ from: '20:00', till: '08:00' }] }] },
      'exceptions[0].hours',
    ],
    [
      { usual: [], exceptions: [{ day: '24.12.2026', hours: [{ from: '08:00', till: '25:00' }] }] },
      'exceptions[0].day',
    ],
  ])('are refused when the schema refuses them: %#', (times, path) => {
    expect(workingTimeProblems(times)[0]?.split(':')[0]).toBe(path);
  });
});

describe('the protection code', () => {
  // The facts of the specification with a key that is published.
  it('is the known one', ({ skip }) => {
    const file = 'examples/dk/test-rsa2048.pem';
    needOfficial(skip, lacksOfficial(file));
    const key = createPrivateKey(officialBytes(file));
    const receipt = {
      ...{ oib: '00169331406', time: '2026-08-01T12:34:56', number: '12345', premises: 'POSL1' },
      ...{ device: '12', total: 12_500 },
    };
    expect(zkiOf(receipt, key)).toBe('b01e6cea114aa3f69e89b77522d40cf5');
    expect(zkiOf(receipt, key, 'sha1')).toBe('fe094dec8fcd30bdaec6f0a57b233317');
    expect(zkiOf({ ...receipt, total: -12_500 }, key)).not.toBe(zkiOf(receipt, key));
  });

  it('is in the message as it is', () => {
    const message = element(receiptMessage(HEADER, receiptOf([['5.00', 'A']]), false));
    expect(childText(child(message, 'Racun'), 'ZastKod')).toBe(ZKI);
  });
});
