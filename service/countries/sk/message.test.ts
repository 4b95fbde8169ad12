import { createHash, createPrivateKey, publicDecrypt, X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complaint } from '../../emulators/ekasa/schema.ts';
import { brokenRule } from '../../emulators/ekasa/rules.ts';
import { readBody } from '../../emulators/xml.ts';
import { lacksOfficial, needOfficial, officialBytes, officialPath } from '../../testing/official.ts';
import { officialSchema } from '../base/testing/schema.ts';
import { newSignatory } from '../base/testing/signers.ts';
import { noXmlsec, xmlsecProblemsBy } from '../base/testing/xmlsec.ts';
import { SOAP12_NAMESPACE } from '../base/soap.ts';
import { verifySignedBody } from '../base/ws-security.ts';
import { keyStoreIn } from './credentials.ts';
import { swId } from './exchange.ts';
import { locationMessage, receiptMessage, signedMessage } from './message.ts';
import { offlineCode, okpOf, pkpOf, pkpText, type Signed } from './pkp.ts';
import type { SkReceipt } from './receipt-data.ts';
import { rulesFor } from './rules.ts';
import { authData } from './testing/shop.ts';

const FOLDER = 'examples/sk';
const samples = (start: string) => {
  if (lacksOfficial(FOLDER) !== null) return [`${FOLDER}/${start}`];
  const names = fs.readdirSync(officialPath(FOLDER)).filter((name) => name.startsWith(start));
  return names.map((name) => `${FOLDER}/${name}`);
};
const KEY = 'examples/dk/test-rsa2048.pem';
const SIGNED: Signed = {
  ...{ Dic: '2020123456', CashRegisterCode: '88820201234560001', ReceiptType: 'PD', ReceiptNumber: '17' },
  ...{ CreateDate: '2026-05-23T12:00:00+02:00', Amount: '12.50' },
};
const signatory = newSignatory('VATSK-2020123456 POKLADNICA 88820201234560001');
const signer = { ...signatory, chain: [] };
const header = {
  ...{ id: 'b05226a4-88b2-46e4-af45-0f28dcf3668f', time: '2026-05-23T12:00:01+02:00', count: 2 },
  swId: '8639BA17A8EEEF50FF559B90D36AE13B5E93DCDE',
};
const ITEM = { Name: 'Chlieb', ItemType: 'K', Quantity: '1.0000', VatRate: '0.00', Price: '12.50' };
const receipt = (data: Record<string, string> = {}, item: Record<string, string> = {}): SkReceipt => {
  const all = { ...SIGNED, IssueDate: SIGNED.CreateDate, Paragon: 'false', TaxFreeAmount: '12.50', ...data };
  return { data: all, items: [{ ...ITEM, ...item }], pkp: pkpOf(all, signatory.key) };
};
const valueIn = (xml: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
const textIn = (xml: string, name: string) =>
  new RegExp(`:${name}[ >][^<]*?>?([^<>]+)<`).exec(xml)?.[1] ?? '';

describe('the codes of a receipt', () => {
  it('are known for a known key', ({ skip }) => {
    needOfficial(skip, lacksOfficial(KEY));
    expect(pkpText(SIGNED)).toBe('2020123456|88820201234560001|PD|17|2026-05-23T12:00:00+02:00|12.50');
    const pkp = pkpOf(SIGNED, createPrivateKey(officialBytes(KEY)));
    expect(pkp.slice(0, 40)).toBe('DcuR5pzE7VpGYvgzqQC9j40K5Yt44ORbF1ydFYxm');
    expect(okpOf(pkp)).toBe('de771a50-8a6d6f41-4cd879db-8ef8c72d-666a5e33');
    expect(offlineCode(SIGNED, pkp)).toBe(`${okpOf(pkp)}:88820201234560001:260523120000:17:12.50`);
  });

  it('are those of the authority’s samples', ({ skip }) => {
    needOfficial(skip, lacksOfficial(FOLDER));
    let count = 0;
    for (const name of samples('priklad_')) {
      const xml = officialBytes(name).toString();
      if (!xml.includes('ValidationCode')) continue;
      const pkp = textIn(xml, 'PKP');
      expect(okpOf(pkp)).toBe(textIn(xml, 'OKP').toLowerCase());
      const data = Object.fromEntries(Object.keys(SIGNED).map((key) => [key, valueIn(xml, key)]));
      const token = new X509Certificate(Buffer.from(textIn(xml, 'BinarySecurityToken'), 'base64'));
      // A DigestInfo ends in the digest.
      const digest = publicDecrypt(token.publicKey, Buffer.from(pkp, 'base64')).subarray(-32);
      const text = pkpText(data as unknown as Signed);
      expect(digest.toString('hex')).toBe(createHash('sha256').update(text).digest('hex'));
      count++;
    }
    expect(count).toBe(7);
  });

  it('name the software as the interface document does', () => {
    const parts = ['Názov spoločnosti a.s.', 'Názov PPEKK', 'Názov CHDÚ', 'v1.2.33', 'v3.2.11'] as const;
    expect(swId(...parts)).toBe('8639BA17A8EEEF50FF559B90D36AE13B5E93DCDE');
  });
});

describe('a signed message', () => {
  it.for(samples('priklad_'))('of the authority is verified, and no changed one: %s', (name, { skip }) => {
    needOfficial(skip, lacksOfficial(name));
    const xml = officialBytes(name).toString();
    const token = new X509Certificate(Buffer.from(textIn(xml, 'BinarySecurityToken'), 'base64'));
    const trust = { certificates: [token], at: new Date(token.validFromDate.getTime() + 1000) };
    expect(verifySignedBody(Buffer.from(xml), trust, SOAP12_NAMESPACE)).toHaveProperty('signed');
    const changed = xml.replace('CreateDate="2019', 'CreateDate="2020');
    expect(verifySignedBody(Buffer.from(changed), trust, SOAP12_NAMESPACE)).toMatchObject({
      flaw: 'signature',
    });
    // Their emulated service reads them, too; the times of the samples are in winter.
    expect(complaint(readBody(Buffer.from(xml), SOAP12_NAMESPACE)!)).toBeNull();
  });

  it('of ours is verified by xmlsec1', ({ skip }) => {
    needOfficial(skip, noXmlsec);
    for (const message of [
      receiptMessage(header, receipt()),
      locationMessage(header, SIGNED, { gps: { x: '17.1', y: '48.1' } }),
    ])
      expect(
        xmlsecProblemsBy(
          signedMessage(message, signer),
          `${SOAP12_NAMESPACE}:Body`,
          signatory.pem.certificate,
        ),
      ).toBe('');
  });
});

describe('what eKasa is told', () => {
  it('keeps its form, whatever a position is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (name) => {
        const message = receiptMessage(header, receipt({}, { Name: name }));
        const envelope = `<s:Envelope xmlns:s="${SOAP12_NAMESPACE}"><s:Body>${message}</s:Body></s:Envelope>`;
        const read = readBody(Buffer.from(envelope), SOAP12_NAMESPACE);
        expect(read && complaint(read)).toBeNull();
      }),
    );
  });

  it.each<[number | null, Record<string, string>, Record<string, string>]>([
    [null, {}, {}],
    [-101, { Dic: '2020999999' }, {}],
    [-102, { CashRegisterCode: '88820201234560002' }, {}],
    [-103, { IssueDate: '2026-06-23T12:00:00+02:00' }, {}],
    [-112, { ReceiptType: 'UF' }, {}],
    [-115, { InvoiceNumber: '1' }, {}],
    [-117, {}, { ItemType: 'V', Price: '-1.00' }],
    [-118, {}, { ReferenceReceiptId: 'O-1' }],
    [-120, { TaxBaseBasic: '1.00' }, {}],
    [-124, { Paragon: 'true' }, {}],
    [-125, { ParagonNumber: '1' }, {}],
    [-127, {}, { Price: '-1.00' }],
    [-128, {}, { ItemType: 'Z' }],
    [-129, {}, { SellerId: '1' }],
    [-130, {}, { SpecialRegulation: 'PDP', VatRate: '23.00' }],
    [-131, {}, { VoucherNumber: '1' }],
    [-132, { CreateDate: '2026-05-23T12:00:00+01:00' }, {}],
  ])('is refused by the emulated eKasa with %s for %j %j', (code, data, item) => {
    const xml = signedMessage(receiptMessage(header, receipt(data, item)), signer);
    const message = readBody(Buffer.from(xml), SOAP12_NAMESPACE)!;
    expect(complaint(message)).toBeNull();
    expect(brokenRule(message, signatory.certificate, Date.parse(header.time))).toBe(code);
  });

  it('has a recapitulation but for 2025, and cash by the older law alone', () => {
    const law = (day: string, text?: string) => {
      const { hasRecap, tellsCash } = rulesFor(day, {
        ...{ text: () => text, flag: () => false, number: (_name: string, fallback: number) => fallback },
      });
      return [hasRecap, tellsCash];
    };
    expect([law('2024-12-31'), law('2025-07-01'), law('2026-01-01')]).toEqual([
      [true, true],
      [false, true],
      [true, false],
    ]);
    expect([law('2025-12-31', '384/2025'), law('2026-01-01', '289/2008')]).toEqual([
      [true, false],
      [true, true],
    ]);
  });
});

describe('authentication data', () => {
  it('have the schema of the authority, and hold PKCS #12', ({ skip }) => {
    const pkcs12 = Buffer.from('not read here');
    const xml = authData({ ...signatory, pkcs12, password: '' });
    expect(keyStoreIn(Buffer.from(xml))).toEqual(pkcs12);
    expect(keyStoreIn(pkcs12)).toEqual(pkcs12);
    const schema = officialSchema('schemas/sk/autentifikacneUdaje_v2.0_20190117.xsd');
    needOfficial(skip, schema.lack);
    expect(schema.problems([xml])).toBe('');
  });
});
