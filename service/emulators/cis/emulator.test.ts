/** What a user of the emulator relies on. */
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readKeyFile } from '../../certificates/read.ts';
import { noXmlsec, xmlsecProblems } from '../../countries/base/testing/xmlsec.ts';
import { verifyEnveloped } from '../../countries/base/xml-signature.ts';
import { needOfficial } from '../../testing/official.ts';
import { partOf, readBody, textOf } from '../xml.ts';
import { startEmulator, type Emulator, type IssuedKey } from './emulator.ts';
import { issueClientKey, makeIdentity } from './identity.ts';
import { complaint, operationOf } from './schema.ts';
import { message, NOW, OIB, OTHER_OIB, place, receipt, send, signed } from './testing/messages.ts';
import { noSchema, schemaProblems } from './testing/schema.ts';

let emulator: Emulator;
let client: IssuedKey;
let answered: (() => void) | undefined;
beforeAll(async () => {
  emulator = await startEmulator({ clock: { now: () => NOW }, onRequest: () => answered?.() });
  client = await emulator.issue(OIB);
});
afterAll(() => emulator.stop());
beforeEach(() => emulator.forget());

const JIR = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const receiptMessage = (options = {}, header = {}) =>
  message('RacunZahtjev', receipt(client, options), header);
const report = async (options = {}, header = {}) =>
  (await send(emulator, 'racuni', signed(receiptMessage(options, header), client)))!;
/** Sends something about the receipt of {@link receipt} later. */
const later = async (operation: string, name: string, more: string, options = {}) =>
  (await send(emulator, operation, signed(message(name, receipt(client, { ...options, more })), client)))!
    .outcome;

describe('a receipt', () => {
  it('gets a JIR in a signed answer, and is remembered', async () => {
    const { status, body, outcome } = await report();
    expect(status).toBe(200);
    const verdict = verifyEnveloped(body, {
      ...{ certificates: [new X509Certificate(emulator.ca)], at: new Date(NOW), digests: ['sha256'] },
    });
    if ('flaw' in verdict) throw new Error(verdict.problem);
    expect(verdict.certificate.subject).toContain('CN=fiskalcistest');
    expect(verdict.signed.toString()).toContain(outcome);
    expect(outcome).toMatch(JIR);
    expect(emulator.receipts).toMatchObject([
      { jir: outcome, oib: OIB, number: '1/POSL1/12', protected: true, late: false, warnings: [] },
    ]);
    expect(emulator.receipts[0]!.messages).toEqual([...emulator.messages]);
    expect(emulator.requests).toMatchObject([{ operation: 'racuni', number: '1/POSL1/12', outcome }]);
  });

  it('gets the same JIR again, sent late', async () => {
    const { outcome } = await report();
    expect((await report({ late: true })).outcome).toBe(outcome);
    expect(emulator.receipts).toHaveLength(1);
    expect(emulator.receipts[0]!.messages).toHaveLength(2);
    expect(emulator.doubles).toEqual([]);
  });

  it('is a double under a number that was there with other content', async () => {
    const first = await report();
    const second = await report({ issued: '15.11.2026T11:15:01' });
    expect(second.outcome).toMatch(JIR);
    expect(second.outcome).not.toBe(first.outcome);
    expect(emulator.doubles).toMatchObject([
      {
        first: { jir: first.outcome },
        second: { jir: second.outcome },
        differs: ['DatVrijeme', 'ZastKod'],
      },
    ]);
  });

  it('has a number of its device, or of its premises', async () => {
    await report({ sequence: 'N', device: '1' });
    await report({ sequence: 'N', device: '2' });
    await report({ sequence: 'P', device: '1' });
    await report({ sequence: 'N', device: '1', issued: '31.12.2025T11:15:01' });
    expect(emulator.doubles).toEqual([]);
    await report({ sequence: 'P', device: '2' });
    expect(emulator.doubles).toMatchObject([{ differs: ['BrRac', 'ZastKod'] }]);
  });

  it('may have a ZKI that is not its own, which is noted', async () => {
    expect((await report({ protection: 'a'.repeat(32) })).outcome).toMatch(JIR);
    expect(emulator.receipts).toMatchObject([{ protected: false }]);
  });
});

describe('a message is refused with an error in a signed answer', () => {
  const sent = async (xml: string) => {
    const { status, body, outcome } = (await send(emulator, 'racuni', xml))!;
    const certificates = [new X509Certificate(emulator.cisCertificate)];
    const verdict = verifyEnveloped(body, { certificates, at: new Date(NOW), digests: ['sha256'] });
    expect([status, 'signed' in verdict, emulator.receipts.length]).toEqual([500, true, 0]);
    return outcome;
  };

  it.each([
    [
      'another order',
      (xml: string) => xml.replace(/(<t:OznSlijed>.*<\/t:OznSlijed>)(<t:BrRac>.*<\/t:BrRac>)/, '$2$1'),
    ],
    ['a comma in an amount', (xml: string) => xml.replaceAll('125.00', '125,00')],
    ['a cheque', (xml: string) => xml.replace('>G<', '>C<')],
    ['no such day', (xml: string) => xml.replace('15.11.2026T11:15:00', '31.11.2026T11:15:00')],
    [
      'capitals in the message id',
      (xml: string) => xml.replace(/[0-9a-f]{12}(?=<\/t:IdPoruke>)/, 'ABCDEF123456'),
    ],
    [
      'another version of UUID',
      (xml: string) => xml.replace(/(?<=<t:IdPoruke>[0-9a-f]{8}-[0-9a-f]{4}-)4/, '1'),
    ],
    ['UTC in place of Croatian time', (xml: string) => xml.replace('T11:15:30', 'T10:15:30')],
    [
      'an operator without OIB',
      (xml: string) => xml.replace(`<t:OibOper>${OIB}`, `<t:OibOper>${OIB.slice(0, -1)}7`),
    ],
  ])('s001 for %s', async (_what, change) => {
    const xml = receiptMessage();
    const changed = change(xml);
    expect(changed).not.toBe(xml);
    expect(await sent(signed(changed, client))).toBe('s001');
  });

  it('s001 for a message id that was there before', async () => {
    await report({}, { id: '0e1d2c3b-4a59-4687-8796-a5b4c3d2e1f0' });
    const again = await report({}, { id: '0e1d2c3b-4a59-4687-8796-a5b4c3d2e1f0' });
    expect(again).toMatchObject({ status: 500, outcome: 's001' });
  });

  it.each([
    ['no signature', (xml: string) => xml.replace(/<Signature.*<\/Signature>/s, '')],
    ['a change after signing', (xml: string) => xml.replaceAll('125.00', '126.00')],
    [
      'no issuer and serial number',
      (xml: string) => xml.replace(/<X509IssuerSerial>.*<\/X509IssuerSerial>/s, ''),
    ],
    ['no certificate', (xml: string) => xml.replace(/<X509Certificate>.*<\/X509Certificate>/s, '')],
  ])('s004 for %s', async (_what, change) => {
    expect(await sent(change(signed(receiptMessage(), client)))).toBe('s004');
  });

  it('s004 for SHA-1, unless it is taken', async () => {
    expect(await sent(signed(receiptMessage(), client, 'sha1'))).toBe('s004');
    const patient = await startEmulator({ clock: { now: () => NOW }, sha1: true });
    const answer = await send(patient, 'racuni', signed(receiptMessage(), client, 'sha1'));
    await patient.stop();
    expect(answer!.outcome).toMatch(JIR);
  });

  it('s002 for a certificate that has expired, or of somebody else', async () => {
    const { key } = client;
    const old = await emulator.issue(OIB, { key, till: NOW - 1 });
    expect(await sent(signed(receiptMessage(), old))).toBe('s002');
    // Another authority of the same name.
    const other = await issueClientKey(await makeIdentity(NOW), OIB, NOW, { key });
    expect(await sent(signed(receiptMessage(), other))).toBe('s002');
  });

  it('s003 without an OIB in the certificate, s005 with another one', async () => {
    const { key } = client;
    const nameless = await emulator.issue(OIB, { key, organization: 'Obrt' });
    expect(await sent(signed(receiptMessage(), nameless))).toBe('s003');
    expect(await sent(signed(receiptMessage(), await emulator.issue(OTHER_OIB, { key })))).toBe('s005');
  });

  it('s006 or whatever a test wants', async () => {
    emulator.fail({ code: 's006' });
    expect(await sent(signed(receiptMessage(), client))).toBe('s006');
    emulator.fail({ http: 503 });
    expect(await send(emulator, 'racuni', signed(receiptMessage(), client))).toMatchObject({ status: 503 });
    expect((await report()).outcome).toMatch(JIR);
  });
});

describe('what comes after a receipt', () => {
  const NEW_PAYMENT = '<t:PromijenjeniNacinPlac>K</t:PromijenjeniNacinPlac>';
  const TIP =
    '<t:Napojnica><t:iznosNapojnice>5.00</t:iznosNapojnice><t:nacinPlacanjaNapojnice>G</t:nacinPlacanjaNapojnice></t:Napojnica>';

  it('is another payment on the same day', async () => {
    expect(await later('promijeniNacPlac', 'PromijeniNacPlacZahtjev', NEW_PAYMENT)).toBe('s008');
    await report();
    expect(await later('promijeniNacPlac', 'PromijeniNacPlacZahtjev', NEW_PAYMENT)).toBe('p001');
    expect(emulator.receipts[0]!.fields).toMatchObject({ NacinPlac: 'K' });
    const yesterday = { issued: '14.11.2026T11:15:00' };
    await report({ ...yesterday, number: '2' });
    expect(
      await later('promijeniNacPlac', 'PromijeniNacPlacZahtjev', NEW_PAYMENT, { ...yesterday, number: '2' }),
    ).toBe('s007');
  });

  it('is a tip within two days', async () => {
    const [recent, old] = [{ issued: '13.11.2026T11:15:31' }, { issued: '13.11.2026T11:15:29', number: '2' }];
    expect(await later('napojnica', 'NapojnicaZahtjev', TIP, recent)).toBe('s010');
    await report(recent);
    await report(old);
    expect(await later('napojnica', 'NapojnicaZahtjev', TIP, recent)).toBe('p001');
    expect(await later('napojnica', 'NapojnicaZahtjev', TIP, old)).toBe('s009');
    expect(emulator.receipts.map(({ tips }) => tips)).toEqual([[{ amount: '5.00', payment: 'G' }], []]);
  });

  it('is another recipient, or none', async () => {
    const change = (oib: string) =>
      later(
        'promijeniPodatkeRacuna',
        'PromijeniPodatkeRacunaZahtjev',
        `${NEW_PAYMENT}<t:PromijenjeniOibPrimateljaRacuna>${oib}</t:PromijenjeniOibPrimateljaRacuna>`,
      );
    expect(await change(OTHER_OIB)).toBe('s012');
    await report();
    expect(await change(OTHER_OIB)).toBe('p001');
    expect(emulator.receipts[0]!.fields).toMatchObject({ OibPrimateljaRacuna: OTHER_OIB });
    expect(await change('')).toBe('p001');
    expect(emulator.receipts[0]!.fields).not.toHaveProperty('OibPrimateljaRacuna');
  });
});

describe('provjera', () => {
  it.each([
    ['v100', {}],
    ['v101', { issued: '15.11.2026T05:15:29' }],
    ['v100', { issued: '15.11.2026T05:15:29', late: true }],
    ['v103', { issued: '15.11.2026T11:15:31' }],
    ['v105', { number: '0' }],
    ['v106', { number: '1000000' }],
    ['v110 v113 v137', { taxes: taxOf('24.00', '100.00', '25.02') }],
    ['v137', { total: '125.01' }],
    ['v137', { taxes: '' }],
    ['v141', { more: '<t:SpecNamj>x</t:SpecNamj>' }],
    ['v152', { issued: '13.11.2026T11:15:29', late: true }],
    ['v101 v153', { issued: '10.11.2026T11:15:29' }],
  ])('answers %s to %o, and keeps nothing', async (remarks, options) => {
    const xml = message('ProvjeraZahtjev', receipt(client, options));
    const answer = (await send(emulator, 'provjera', signed(xml, client)))!;
    expect(answer).toMatchObject({ status: 200, outcome: remarks });
    expect(textOf(partOf(answer.answer!, 'Racun')!, 'Oib')).toBe(OIB);
    expect(emulator.receipts).toEqual([]);
  });

  function taxOf(rate: string, base: string, amount: string) {
    return `<t:Pdv><t:Porez><t:Stopa>${rate}</t:Stopa><t:Osnovica>${base}</t:Osnovica><t:Iznos>${amount}</t:Iznos></t:Porez></t:Pdv>`;
  }

  it('is there for tests alone', async () => {
    const xml = signed(message('ProvjeraZahtjev', receipt(client)), client);
    const url = emulator.url.replace('Test', '');
    expect((await send(emulator, 'provjera', xml, { url }))!.answer!.name).toBe('Fault');
  });
});

const HOURS = '<t:RadnoVrijemeOd>08:00</t:RadnoVrijemeOd><t:RadnoVrijemeDo>20:00</t:RadnoVrijemeDo>';
const REGULAR = (day: string) =>
  `<t:Redovno><t:DatumOd>${day}</t:DatumOd><t:Jednokratno><t:DanUTjednu>1</t:DanUTjednu>${HOURS}</t:Jednokratno></t:Redovno>`;
const EXCEPTION = `<t:Iznimke><t:Datum>24.12.2026</t:Datum><t:Jednokratno>${HOURS}</t:Jednokratno></t:Iznimke>`;
const announced = (hours: string) =>
  message('PrijaviRadnoVrijemeZahtjev', place(`<t:RadnoVrijeme>${hours}</t:RadnoVrijeme>`));
const QUESTION = `<t:Oib>${OIB}</t:Oib><t:OznPosPr>POSL1</t:OznPosPr><t:VrstaRadnogVremena>SVE</t:VrstaRadnogVremena><t:OibOper>${OIB}</t:OibOper>`;
const removed = () =>
  message(
    'ObrisiRadnoVrijemeZahtjev',
    place(
      '<t:BrisanjeRadnogVremena><t:Iznimke><t:Datum>24.12.2026</t:Datum></t:Iznimke></t:BrisanjeRadnogVremena>',
    ),
  );

it('keeps working hours, gives them back and deletes them', async () => {
  const hours = async () => {
    const xml = signed(message('DohvatiRadnoVrijemeZahtjev', QUESTION), client);
    const { answer } = (await send(emulator, 'dohvatiRadnoVrijeme', xml))!;
    return partOf(partOf(answer!, 'PoslovniProstor')!, 'RadnoVrijeme')!.children.map(
      (c) => c.children[0]!.text,
    );
  };
  expect(await hours()).toEqual([]);
  const both = signed(announced(REGULAR('01.12.2026') + EXCEPTION), client);
  expect((await send(emulator, 'prijaviRadnoVrijeme', both))!.outcome).toBe('p001');
  expect(await hours()).toEqual(['01.12.2026', '24.12.2026']);
  expect((await send(emulator, 'obrisiRadnoVrijeme', signed(removed(), client)))!.outcome).toBe('p001');
  expect(await hours()).toEqual(['01.12.2026']);
});

it('echoes, and takes nothing but its messages', async () => {
  const echo = '<t:EchoRequest xmlns:t="http://www.apis-it.hr/fin/2012/types/f73">čž</t:EchoRequest>';
  expect((await send(emulator, 'echo', echo))!.answer).toMatchObject({ name: 'EchoResponse', text: 'čž' });
  const right = signed(receiptMessage(), client);
  const fault = { status: 500, answer: { name: 'Fault' } };
  expect(await send(emulator, 'echo', right)).toMatchObject(fault);
  expect(await send(emulator, 'racuni', '<x/>')).toMatchObject(fault);
  expect(await send(emulator, 'racuni', `${right}${right}`)).toMatchObject(fault);
  expect(await send(emulator, 'racuni', right, { url: `${emulator.url}s` })).toMatchObject({ status: 404 });
  expect(await send(emulator, 'racuni', right, { type: 'text/plain' })).toMatchObject({ status: 415 });
  expect(await send(emulator, 'racuni', 'x'.repeat(1_000_001))).toMatchObject({ status: 413 });
  expect(emulator.messages.size).toBe(0);
});

describe('the line', () => {
  it.each([
    ['before', 0],
    ['after', 1],
    ['within', 1],
  ] as const)('breaks %s the answer, and %d receipts are there', async (where, receipts) => {
    emulator.drop(1, where);
    expect(await send(emulator, 'racuni', signed(receiptMessage(), client))).toBeNull();
    expect(emulator.receipts).toHaveLength(receipts);
    expect((await report()).outcome).toMatch(JIR);
    expect(emulator.receipts).toHaveLength(1);
  });

  it('may stay silent', async () => {
    emulator.drop(1, 'never');
    const done = new Promise<void>((resolve) => (answered = resolve));
    const sending = send(emulator, 'racuni', signed(receiptMessage(), client));
    await done;
    expect(emulator.receipts).toHaveLength(1);
    emulator.dropIdle();
    expect(await sending).toBeNull();
  });

  it.each([
    ['unsigned', 'unsigned'],
    ['foreign', 'certificate'],
    ['changed', 'signature'],
    ['unreadable', 'malformed'],
  ] as const)('brings an answer that is %s', async (how, flaw) => {
    emulator.spoil(how);
    const { status, body } = await report();
    const certificates = [new X509Certificate(emulator.ca)];
    expect(status).toBe(200);
    expect(verifyEnveloped(body, { certificates, at: new Date(NOW), digests: ['sha256'] })).toMatchObject({
      flaw,
    });
    expect(emulator.receipts).toHaveLength(1);
  });
});

it('signs as xmlsec1 finds it right', async ({ skip }) => {
  needOfficial(skip, noXmlsec);
  const odd = '<t:ParagonBrRac>"a" &amp; &lt;b&gt;&#13;\n ž</t:ParagonBrRac>';
  const xml = message('ProvjeraZahtjev', receipt(client, { more: odd }));
  const answer = (await send(emulator, 'provjera', signed(xml, client)))!.body.toString();
  const element = 'http://www.apis-it.hr/fin/2012/types/f73:ProvjeraOdgovor';
  expect(xmlsecProblems(answer, element, emulator.ca)).toBe('');
  expect(xmlsecProblems(answer.replace('125.00', '126.00'), element, emulator.ca)).not.toBe('');
});

it('hands out keys as files', async () => {
  const file = await readKeyFile(client.pkcs12, client.password);
  if ('problem' in file) throw new Error(file.text);
  expect(file.certificate.subject).toBe(`C=HR\nO=Obrt za probu HR${OIB}\nL=ZAGREB\nCN=FISKAL 1`);
  expect(file.chain.map(String)).toEqual([emulator.ca]);
  await expect(emulator.issue('12345678904')).rejects.toThrow('is not an OIB');
});

describe("the tax authority's schema", () => {
  const all = () => [
    receiptMessage({
      more: '<t:ParagonBrRac>1</t:ParagonBrRac><t:SpecNamj>x</t:SpecNamj><t:OibPrimateljaRacuna>98765432106</t:OibPrimateljaRacuna>',
      taxes:
        '<t:Pnp><t:Porez><t:Stopa>3.00</t:Stopa><t:Osnovica>-1.00</t:Osnovica><t:Iznos>-0.03</t:Iznos></t:Porez></t:Pnp>' +
        '<t:OstaliPor><t:Porez><t:Naziv>x</t:Naziv><t:Stopa>3.00</t:Stopa><t:Osnovica>1.00</t:Osnovica><t:Iznos>0.03</t:Iznos></t:Porez></t:OstaliPor>' +
        '<t:IznosOslobPdv>1.00</t:IznosOslobPdv><t:IznosMarza>1.00</t:IznosMarza><t:IznosNePodlOpor>1.00</t:IznosNePodlOpor>' +
        '<t:Naknade><t:Naknada><t:NazivN>x</t:NazivN><t:IznosN>1.00</t:IznosN></t:Naknada></t:Naknade>',
    }),
    receiptMessage(),
    announced(REGULAR('01.12.2026') + EXCEPTION),
    removed(),
    message('DohvatiRadnoVrijemeZahtjev', QUESTION),
  ];

  it('has the same verdict on messages that lack a part, or have it twice', ({ skip }) => {
    needOfficial(skip, noSchema);
    const variants = all().flatMap((xml) => {
      const parts = [...xml.matchAll(/<t:(\w+)>[^<]*<\/t:\1>/g)];
      return parts.flatMap(([part, name], i) => {
        const at = parts[i]!.index;
        const put = (text: string) => xml.slice(0, at) + text + xml.slice(at + part.length);
        const empty = `<t:${name}></t:${name}>`;
        return [
          put(''),
          put(part + part),
          put(empty),
          put(part.replace(/>[^<]*</, '>x y<')),
          put(`<t:x/>${part}`),
        ];
      });
    });
    const problems = schemaProblems([...all(), ...variants]);
    const verdicts = [...all(), ...variants].map((xml) => {
      const element = readBody(
        Buffer.from(
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${xml}</s:Body></s:Envelope>`,
        ),
      )!;
      return complaint(operationOf(element)!, element) === null;
    });
    expect(verdicts.filter(Boolean).length).toBeGreaterThan(all().length);
    expect(verdicts).toEqual(problems.map((problem) => problem === ''));
  });

  it('knows all answers but the codes of provjera', async ({ skip }) => {
    needOfficial(skip, noSchema);
    const bodies: string[] = [];
    const ask = async (operation: string, xml: string) => {
      const { body } = (await send(emulator, operation, signed(xml, client)))!;
      const [, inner = ''] = /<soap:Body>\s*(.*)<\/soap:Body>/s.exec(body.toString()) ?? [];
      bodies.push(inner.replace(' Id=', ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" Id='));
    };
    await ask('racuni', receiptMessage());
    await ask('racuni', receiptMessage().replace('>G<', '>C<'));
    await ask('prijaviRadnoVrijeme', announced(REGULAR('01.12.2026') + EXCEPTION));
    await ask('dohvatiRadnoVrijeme', message('DohvatiRadnoVrijemeZahtjev', QUESTION));
    emulator.fail({ code: 's006' });
    await ask('dohvatiRadnoVrijeme', message('DohvatiRadnoVrijemeZahtjev', QUESTION));
    expect(schemaProblems(bodies)).toEqual(['', '', '', '', '']);
  });
});
