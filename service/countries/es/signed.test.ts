/** The system that signs its records and keeps them: signatures, chain, event log, exports, restore. */
import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { runBackground } from '../../register/country-work.ts';
import { needOfficial } from '../../testing/official.ts';
import { officialSchema } from '../base/testing/schema.ts';
import { noXmlsec, xmlsecProblemsBy } from '../base/testing/xmlsec.ts';
import { verifyXades } from '../base/xades-verify.ts';
import { audit } from './audit.ts';
import { spain } from './index.ts';
import { POLICY } from './signed/sign.ts';
import { keptOf } from './system.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { CUSTOMER, sale } from './testing/sales.ts';
import { recordOf } from './verifactu/make.ts';

const EVENTS = officialSchema('schemas/es/verifactu/EventosSIF.xsd');
const HOURS_MS = 3_600_000;

/** A second opinion, by the certificate that stands in the signature. */
function signatureProblems(xml: string): string {
  const base64 = /<ds:X509Certificate>([^<]+)</.exec(xml)![1]!;
  const pem = new X509Certificate(Buffer.from(base64, 'base64')).toString();
  const signed = [
    'http://www.w3.org/2000/09/xmldsig#:KeyInfo',
    'http://uri.etsi.org/01903/v1.3.2#:SignedProperties',
  ];
  return xmlsecProblemsBy(xml, signed, pem);
}

async function openSigned(): Promise<Shop> {
  const shop = await openShop();
  shop.attributes('ES_Region=signed');
  await runBackground(shop.register);
  return shop;
}

async function events({ records }: Shop): Promise<{ Type: unknown; xml: string }[]> {
  const logs = (await records('log')).filter(({ Event }) => Event === 'es-event');
  return logs.map(({ Type, Kept }) => ({ Type, xml: (Kept as { event: { xml: string } }).event.xml }));
}

async function complaints({ room, register }: Shop): Promise<string[]> {
  const auditor = audit();
  const found = (await room.records('def')).flatMap((record) => auditor.take(record));
  return [...found, ...auditor.end(register.state)].map(({ sq, text }) => `${sq}: ${text}`);
}

it('signs records by the policy of the administration, chains them, and tells nobody', async ({ skip }) => {
  const shop = await openSigned();
  const { Fis, ESR } = await shop.sell();
  await shop.send(sale([['-12.10', 'A']], { Void: '1', RFN: ESR!.FN! }));
  expect(Fis!.Code).toContain('/ValidarQRNoVerifactu?');
  expect(Fis!.Tag!.map(({ Name }) => Name)).not.toContain('VERI*FACTU');
  expect(shop.register.undelivered).toBe(0);
  const xml = (await shop.records()).map((record) => recordOf(keptOf(record)!).xml);
  for (const one of xml)
    expect(verifyXades(Buffer.from(one))).toMatchObject({ policy: { id: POLICY.id, hash: POLICY.hash } });
  expect(await complaints(shop)).toEqual([]);
  needOfficial(skip, noXmlsec);
  for (const one of xml) expect(signatureProblems(one)).toEqual('');
});

it('begins a new chain and event log with the restore that it notes', async () => {
  const shop = await openSigned();
  const first = await shop.sell();
  await shop.register.writes.perform({
    event: 'restored',
    details: {},
    changes: (state) => spain.restored!(state, shop.register.context!).changes,
  });
  await runBackground(shop.register);
  const second = await shop.sell();
  expect(second.ESR!.FN).toMatch(/^XT[0-9A-Z]{6}-1-1\/1$/);
  expect(second.ESR!.FN).not.toBe(first.ESR!.FN);
  expect((await events(shop)).map(({ Type }) => Type)).toEqual(['01', '07']);
  const xml = recordOf(keptOf((await shop.records()).at(-1)!)!).xml;
  expect(xml).toContain('<sf:PrimerRegistro>S</sf:PrimerRegistro>');
  expect(await complaints(shop)).toEqual([]);
});

it('sells nothing without a certificate', async () => {
  const shop = await openShop(undefined, false);
  shop.attributes('ES_Region=signed');
  expect((await shop.sell()).Result).toMatchObject({ RC: 'NO', ErrorCode: '#ES_CERTIFICATE' });
});

it('notes begin, summaries and end in a signed chain of events', async ({ skip }) => {
  const shop = await openSigned();
  await shop.sell();
  await shop.sell();
  shop.room.clock.advance(6 * HOURS_MS);
  await runBackground(shop.register);
  await runBackground(shop.register);
  shop.attributes('ES_Region=verifactu');
  await runBackground(shop.register);
  const noted = await events(shop);
  expect(noted.map(({ Type }) => Type)).toEqual(['01', '10', '02']);
  expect(noted[1]!.xml).toContain('<sf:NumeroDeRegistrosFacturacionAltaGenerados>2</');
  expect(noted[1]!.xml).toContain('<sf:SumaImporteTotalAlta>24.20</');
  expect(await complaints(shop)).toEqual([]);
  needOfficial(skip, EVENTS.lack);
  expect(EVENTS.problems(noted.map(({ xml }) => xml))).toBe('');
  needOfficial(skip, noXmlsec);
  for (const { xml } of noted) expect(signatureProblems(xml)).toEqual('');
});

it('sums up more than one record can come to', async () => {
  const shop = await openSigned();
  for (let i = 0; i < 2; i++)
    await shop.sell(sale([['60000000000.00', 'B']], { Ctm: CUSTOMER, DN: `F${i}` }));
  shop.room.clock.advance(6 * HOURS_MS);
  await runBackground(shop.register);
  const noted = await events(shop);
  expect(noted.at(-1)!.xml).toContain('<sf:SumaImporteTotalAlta>120000000000.00</');
});

it('has an audit name an event and a record that were changed', async () => {
  const shop = await openSigned();
  await shop.sell();
  const records = await shop.room.records('def');
  for (const [of, from, to] of [
    ['log', '<sf:TipoEvento>01<', '<sf:TipoEvento>90<'],
    ['Tra', '<sf:DescripcionOperacion>Venta<', '<sf:DescripcionOperacion>Nada<'],
  ] as const) {
    const record = records.find(({ _, Event }) => _ === of && (of === 'Tra' || Event === 'es-event'))!;
    const changed = JSON.parse(JSON.stringify(record).replace(from, to)) as typeof record;
    const auditor = audit();
    const found = records.flatMap((one) => auditor.take(one === record ? changed : one));
    expect([of, found.map(({ sq }) => sq)]).toEqual([of, [record.SQ]]);
  }
});
