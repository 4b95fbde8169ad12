import { spawnSync } from 'node:child_process';
import { sign } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minor } from '../../receipt/money.ts';
import type { Tax } from '../../receipt/tra.ts';
import { complaint } from '../../emulators/furs/schema.ts';
import { newSignatory, VALID } from '../base/testing/signers.ts';
import { officialSchema } from '../base/testing/schema.ts';
import { signEnveloped } from '../base/xml-signature.ts';
import { escapeXml } from '../base/xml-writer.ts';
import { needOfficial, NOT_HELD } from '../../testing/official.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { runs } from '../../testing/runs.ts';
import { checkReceipt } from './checks.ts';
import { premisesMessage, receiptMessage } from './message.ts';
import type { Place } from './premises.ts';
import { receiptData, type SiReceipt } from './receipt-data.ts';
import type { Reference } from './references.ts';
import { anySale, CFG, completed, sale } from './testing/sales.ts';
import { readToken, signToken } from './token.ts';

const SCHEMA = officialSchema('schemas/si/FiscalVerificationSchema.xsd');
const HEADER = { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', sentAt: Date.parse('2026-08-07T11:05:30Z') };
const ZOI = '34905bcff14b381039af2e9d7eee54bb';
const REFERENCES: Reference[] = [
  { premises: 'TRGOVINA1', device: 'BLAG2', number: '144', time: '2026-08-06T09:00:00' },
  { book: { number: '12', set: '03', serial: '5001-0001018' }, day: '2026-08-01' },
];
const receiptOf = (references: Reference[], ...args: Parameters<typeof sale>): SiReceipt => {
  const { esr, issues } = completed(sale(...args));
  if (issues.length > 0) throw new Error(issues[0]!.text);
  return { ...receiptData(esr, CFG, references), zoi: ZOI };
};

describe('the message of a receipt', () => {
  it('says everything in the order of the schema, with exact amounts', () => {
    const receipt = receiptOf(
      REFERENCES,
      [
        ['122.00', 'A'],
        ['10.95', 'B'],
        ['10.50', 'C'],
        ['10.80', 'P'],
        ['1.00', 'Z'],
        ['2.00', 'R'],
        ['3.10', 'N'],
        ['4.00', 'S'],
        ['0.50', 'T'],
      ],
      { Ctm: { TaxId: 'SI59082437' } },
    );
    expect(receiptMessage(HEADER, receipt, true)).toBe(
      '{"InvoiceRequest":{"Header":{"MessageID":"6f9619ff-8b86-4d01-b42d-00cf4fc964ff","DateTime":"2026-08-07T11:05:30Z"},' +
        '"Invoice":{"TaxNumber":99999862,"IssueDateTime":"2026-08-07T13:05:24","NumberingStructure":"B",' +
        '"InvoiceIdentifier":{"BusinessPremiseID":"TRGOVINA1","ElectronicDeviceID":"BLAG2","InvoiceNumber":"145"},' +
        '"CustomerVATNumber":"SI59082437","InvoiceAmount":164.85,"PaymentAmount":164.85,"TaxesPerSeller":[{"VAT":[' +
        '{"TaxRate":22,"TaxableAmount":100.00,"TaxAmount":22.00},{"TaxRate":9.5,"TaxableAmount":10.00,"TaxAmount":0.95},' +
        '{"TaxRate":5,"TaxableAmount":10.00,"TaxAmount":0.50}],"FlatRateCompensation":[' +
        '{"FlatRateRate":8,"FlatRateTaxableAmount":10.00,"FlatRateAmount":0.80}],"OtherTaxesAmount":0.50,' +
        '"ExemptVATTaxableAmount":1.00,"ReverseVATTaxableAmount":2.00,"NontaxableAmount":3.10,"SpecialTaxRulesAmount":4.00}],' +
        `"OperatorTaxNumber":15012557,"ProtectedID":"${ZOI}","SubsequentSubmit":true,"ReferenceInvoice":[` +
        '{"ReferenceInvoiceIdentifier":{"BusinessPremiseID":"TRGOVINA1","ElectronicDeviceID":"BLAG2","InvoiceNumber":"144"},' +
        '"ReferenceInvoiceIssueDateTime":"2026-08-06T09:00:00"}],"ReferenceSalesBook":[{"ReferenceSalesBookIdentifier":' +
        '{"InvoiceNumber":"12","SetNumber":"03","SerialNumber":"5001-0001018"},"ReferenceSalesBookIssueDate":"2026-08-01"}]}}}',
    );
  });

  it('takes vouchers off what is to be paid, and names no operator from abroad', () => {
    const PayA = [
      { _: 'Pay', Dsc: 'Bon', PayG: 'title', Amt: '2.00' },
      { _: 'Pay', Dsc: 'Gotovina', PayG: 'cash', Amt: '3.00' },
    ];
    const receipt = receiptOf([], [['5.00', 'A']], { PayA, SI_ForeignOperator: '1' });
    const { Invoice } = (JSON.parse(receiptMessage(HEADER, receipt, false)) as Message).InvoiceRequest;
    expect(Invoice).toMatchObject({ InvoiceAmount: 5, PaymentAmount: 3, ForeignOperator: true });
    expect(Object.keys(Invoice!)).not.toEqual(expect.arrayContaining(['OperatorTaxNumber']));
    expect(Object.keys(Invoice!)).not.toEqual(expect.arrayContaining(['SubsequentSubmit']));
  });

  it('tells what was sold in the name of others apart, to the cent', () => {
    const PosA = [
      { _: 'Pos', Dsc: 'a', TaxG: 'A', Amt: '10.00' },
      { _: 'Pos', Dsc: 'b', TaxG: 'A', Amt: '0.07', SI_SellerTaxNumber: 'SI 59082437' },
      { _: 'Pos', Dsc: 'c', TaxG: 'Z', Amt: '5.00', SI_SellerTaxNumber: '59082437' },
      { _: 'Pos', Dsc: 'd', TaxG: 'A', Amt: '3.00', SI_SellerTaxNumber: '15012557' },
    ];
    const PayA = [{ _: 'Pay', Dsc: 'Gotovina', PayG: 'cash', Amt: '18.07' }];
    const more = { PosA, PayA, SI_ReturnsAmount: '0.30', SI_SpecialNotes: ' po naročilu\n12 ' };
    const receipt = receiptOf([], [['1.00', 'A']], more);
    const { Invoice } = (JSON.parse(receiptMessage(HEADER, receipt, false)) as Message).InvoiceRequest;
    expect(Invoice).toMatchObject({
      ...{ InvoiceAmount: 18.07, ReturnsAmount: 0.3, PaymentAmount: 18.07, SpecialNotes: 'po naročilu 12' },
      TaxesPerSeller: [
        { VAT: [{ TaxRate: 22, TaxableAmount: 8.19, TaxAmount: 1.81 }] },
        {
          SellerTaxNumber: 59_082_437,
          VAT: [{ TaxRate: 22, TaxableAmount: 0.06, TaxAmount: 0.01 }],
          ExemptVATTaxableAmount: 5,
        },
        { SellerTaxNumber: 15_012_557, VAT: [{ TaxRate: 22, TaxableAmount: 2.46, TaxAmount: 0.54 }] },
      ],
    });
    expect(complaint(JSON.parse(receiptMessage(HEADER, receipt, true)), 'InvoiceRequest')).toBeNull();
    const all = { ...more, PosA: [PosA[2]!], PayA: [{ ...PayA[0]!, Amt: '5.00' }] };
    expect(receiptOf([], [['1.00', 'Z']], all).sellers).toMatchObject([
      { taxNumber: '59082437', untaxed: { exempt: 500 } },
    ]);
  });

  it('is valid by the schema of FURS, whatever was sold', ({ skip }) => {
    needOfficial(skip, SCHEMA.lack);
    const signatory = newSignatory('shop');
    const xml: string[] = [];
    const faults: (string | null)[] = [];
    fc.assert(
      fc.property(anySale, fc.boolean(), (sold, late) => {
        const { esr } = completed(sold);
        if (checkReceipt(esr, CFG).length > 0) return;
        const receipt = { ...receiptData(esr, CFG, REFERENCES), zoi: ZOI };
        // Whoever has sold what: together it is the receipt's.
        const taxes = receipt.sellers.flatMap(({ vat, flat }) => [...vat, ...flat].map(({ tax }) => tax));
        const isTaxed = ({ MarginScheme }: Tax) => MarginScheme !== '1';
        const sum = esr.TaxA.filter(isTaxed).reduce((all, { TAmt }) => all + minor(TAmt, 2), 0);
        expect(taxes.reduce((all, tax) => all + tax, 0)).toBe(sum);
        const message = receiptMessage(HEADER, receipt, late);
        faults.push(complaint(JSON.parse(message), 'InvoiceRequest'));
        xml.push(signEnveloped(asXml(message), { id: 'm', ...signatory, digest: 'sha256' }));
      }),
      { numRuns: runs(60) },
    );
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
    expect(xml.length).toBeGreaterThan(20);
    expect(SCHEMA.problems(xml)).toBe('');
  });
});

describe('the message of premises', () => {
  const building: Place = {
    ...{ cadastral: '365', building: '12', section: '3', street: 'Tržaška cesta', house: '24' },
    ...{ houseMore: 'B', community: 'Ljubljana', city: 'Ljubljana', postcode: '1000' },
  };
  it.each<[string, Place, boolean, string]>([
    ['a building', building, false, 'prva'],
    ['a stand', { type: 'B' }, false, ''],
    ['a building with zeros in front', { ...building, cadastral: '0365', section: '0000' }, false, ''],
    ['a building that closes', { ...building, houseMore: '' }, true, ''],
  ])('is valid by the schema: %s', (_what, place, closed, note) => {
    const premises = { id: 'TRGOVINA1', place, from: '2026-01-01', closed, note };
    for (const supplier of [{ name: 'Tillmark' }, { taxNumber: '15012557' }]) {
      const message = premisesMessage(HEADER, '99999862', premises, supplier);
      expect(complaint(JSON.parse(message), 'BusinessPremiseRequest')).toBeNull();
      if (SCHEMA.lack !== null) continue;
      const signatory = newSignatory('shop');
      const xml = signEnveloped(asXml(message), { id: 'm', ...signatory, digest: 'sha256' });
      expect(SCHEMA.problems([xml])).toBe('');
    }
  });
});

describe('a signed token', () => {
  it('is verified by OpenSSL, with the names and the whole serial number of its certificate', async ({
    skip,
  }) => {
    const lacks = spawnSync('openssl', ['version']).error ? `${NOT_HELD}: there is no openssl` : null;
    needOfficial(skip, lacks);
    const { key, certificate } = newSignatory('shop');
    const token = signToken('{"žemlja":1.00}', { key, certificate, chain: [] });
    const [head, body, signature] = token.split('.') as [string, string, string];
    const header = Buffer.from(head, 'base64url').toString();
    expect(header).toMatch(
      /^\{"alg":"RS256","subject_name":"[^"]*CN=[^"]*","issuer_name":"[^"]+","serial":\d+\}$/,
    );
    expect(header).toContain(`"serial":${BigInt(`0x${certificate.serialNumber}`)}}`);
    expect(Buffer.from(body, 'base64url').toString()).toBe('{"žemlja":1.00}');
    const folder = await temporaryFolder();
    const file = (name: string, content: string | Buffer) => {
      fs.writeFileSync(path.join(folder, name), content);
      return path.join(folder, name);
    };
    const verify = ['dgst', '-sha256', '-verify'];
    const { stdout } = spawnSync(
      'openssl',
      [
        ...[...verify, file('key.pem', certificate.publicKey.export({ type: 'spki', format: 'pem' }))],
        ...[
          '-signature',
          file('signature', Buffer.from(signature, 'base64url')),
          file('text', `${head}.${body}`),
        ],
      ],
      { encoding: 'utf8' },
    );
    expect(stdout.trim()).toBe('Verified OK');
  });

  it('is read from nobody but a trusted signer, and throws at nothing', () => {
    const { key, certificate } = newSignatory('furs');
    const other = newSignatory('furs');
    const now = new Date(VALID.from + 1000);
    const tokenOf = (header: object, payload = '{"a":1}', by = key) => {
      const [real = ''] = [signToken(payload, { key: by, certificate, chain: [] })];
      const [, body] = real.split('.');
      const head = Buffer.from(JSON.stringify(header)).toString('base64url');
      return resigned(`${head}.${body}`, by);
    };
    const x5c = [certificate.raw.toString('base64')];
    expect(readToken(tokenOf({ alg: 'RS256', x5c }), [certificate], now)).toEqual({ payload: { a: 1 } });
    const refused = [
      tokenOf({ alg: 'none', x5c }),
      tokenOf({ alg: 'HS256', x5c }),
      tokenOf({ alg: 'RS256', x5c, crit: ['b64'] }),
      tokenOf({ alg: 'RS256' }),
      tokenOf({ alg: 'RS256', x5c: ['AAAA'] }),
      tokenOf({ alg: 'RS256', x5c: [other.certificate.raw.toString('base64')] }, '{}', other.key),
      tokenOf({ alg: 'RS256', x5c }, '{"a":1}', other.key),
      tokenOf({ alg: 'RS256', x5c }, '[1]'),
      `${tokenOf({ alg: 'RS256', x5c })}.x`,
      tokenOf({ alg: 'RS256', x5c }).replace(/\.[^.]*$/, '.'),
    ];
    for (const token of refused) expect(readToken(token, [certificate], now)).toHaveProperty('problem');
    const expired = new Date(certificate.validToDate.getTime() + 1000);
    expect(readToken(tokenOf({ alg: 'RS256', x5c }), [certificate], expired)).toHaveProperty('problem');
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readToken(text, [certificate], now)).toHaveProperty('problem');
      }),
    );
  });
});

interface Message {
  InvoiceRequest: { Invoice?: object };
}

function resigned(signed: string, key: Parameters<typeof signToken>[1]['key']): string {
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

/** The same message in the form that the schema is of. Names and order are the same. */
function asXml(message: string): string {
  const write = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((one) => write(name, one)).join('');
    const inner =
      typeof value === 'object' && value !== null
        ? Object.entries(value)
            .map(([key, one]) => write(key, one))
            .join('')
        : escapeXml(String(value));
    return `<fu:${name}>${inner}</fu:${name}>`;
  };
  // Numbers as they are written: 100.00 is not 100.
  const exact = message.replace(/([:[,])(-?\d+(?:\.\d+)?)(?=[,}\]])/g, '$1"$2"');
  const [[name, value]] = Object.entries(JSON.parse(exact) as Record<string, unknown>) as [[string, unknown]];
  return write(name, value).replace(`<fu:${name}>`, `<fu:${name} xmlns:fu="http://www.fu.gov.si/" Id="m">`);
}
