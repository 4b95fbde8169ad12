import { describe, expect, test } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { newSignatory } from '../../base/testing/signers.ts';
import { officialSchema, schemaOfTypes } from '../../base/testing/schema.ts';
import { noXmlsec, xmlsecProblemsBy } from '../../base/testing/xmlsec.ts';
import { verifyXades } from '../../base/xades-verify.ts';
import { complaint } from '../../../emulators/ticketbai/schema.ts';
import { readRoot } from '../../../emulators/xml.ts';
import type { Fingerprint } from './fingerprint.ts';
import { cancellationContent, invoiceContent } from './invoice-xml.ts';
import { bookRoot, bookXml, type BookOperation } from './lroe.ts';
import { PROVINCES } from './provinces.ts';
import { signCancellation, signInvoice, type TbaiSigning } from './sign.ts';
import { documentOf, ISSUER } from './testing/documents.ts';
import { cancellationCorrection, invoiceCorrection } from './zuzendu.ts';

/** 10,000 at night. */
const COUNT = runs(500);

const signer = newSignatory('Empresa B12345674');
const signing = (id: number): TbaiSigning => ({
  province: Object.values(PROVINCES)[id % 3]!,
  key: signer.key,
  certificate: signer.certificate,
  time: '2027-01-09T18:20:11+01:00',
  id: String(id),
});
const fingerprint: Fingerprint = {
  previous: { series: 'T27-1-1', number: '7', date: '2027-01-08', signature: 'Ab+/'.repeat(25) },
  software: { license: 'TBAIPRUEBA', developer: { nif: 'A99800005' }, name: 'Tillmark', version: '1.0' },
  device: '1-1-20270101120000',
};
const invoices = Array.from(
  { length: COUNT },
  (_, n) =>
    signInvoice(
      invoiceContent(
        documentOf(n),
        n % 10 === 0 ? { ...fingerprint, previous: null, device: '' } : fingerprint,
      ),
      signing(n),
    ).xml,
);
const cancellation = signCancellation(
  cancellationContent({ id: documentOf(1).id, issuer: ISSUER }, fingerprint),
  signing(2),
).xml;

const asFile = (xml: string) => ({ id: documentOf(1).id, xml });

describe('files of TicketBAI', () => {
  const emission = officialSchema('schemas/es/ticketbai/ticketBaiV1-2-2.xsd');
  test.skipIf(emission.lack)(`${COUNT} documents of all kinds fit the schema${emission.lack ?? ''}`, () => {
    expect(emission.problems(invoices)).toBe('');
    expect(emission.problems([invoices[1]!.replace(/<Claves>.*<\/Claves>/, '')])).toContain('Claves');
  });

  const annulment = officialSchema('schemas/es/ticketbai/Anula_ticketBaiV1-2-2.xsd');
  test.skipIf(annulment.lack)(`a cancellation fits the schema${annulment.lack ?? ''}`, () => {
    expect(annulment.problems([cancellation])).toBe('');
  });

  const book = officialSchema(
    'schemas/es/batuz/LROE_PJ_240_1_1_FacturasEmitidas_ConSG_AltaPeticion_V1_0_2.xsd',
  );
  test.skipIf(book.lack)(`a message of the book fits the schema${book.lack ?? ''}`, () => {
    const message = bookXml({
      ...{ book: { model: '240', activity: '' }, operation: 'A00', year: '2027', owner: ISSUER },
      files: invoices.slice(0, 3).map(asFile),
    });
    expect(book.problems([message])).toBe('');
  });

  // Only types of the book of persons are at hand, not its messages.
  const TYPES = 'https://www.batuz.eus/fitxategiak/batuz/LROE/esquemas/batuz_Tipos';
  const persons = schemaOfTypes('schemas/es/batuz/batuz_TiposAnulacion.xsd', (address) => {
    const { namespace } = bookRoot('140', 'A00');
    const element = (operation: BookOperation, type: string) =>
      `<element name="${bookRoot('140', operation).name}"><complexType><sequence>` +
      `<element name="Cabecera" type="c:Cabecera140Type"/><element name="Ingresos" type="${type}"/>` +
      '</sequence></complexType></element>';
    return (
      `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}" xmlns:c="${TYPES}Complejos.xsd" xmlns:a="${TYPES}Anulacion.xsd">` +
      `<import namespace="${TYPES}Complejos.xsd" schemaLocation="${address.replace('Anulacion', 'Complejos')}"/>` +
      `<import namespace="${TYPES}Anulacion.xsd" schemaLocation="${address}"/>` +
      `${element('A00', 'c:IngresosConSGCodificadoType')}${element('AN0', 'a:AnulacionesIngresosConSGType')}</schema>`
    );
  });
  test.skipIf(persons.lack)(`messages of the book of persons have its types${persons.lack ?? ''}`, () => {
    const { namespace } = bookRoot('140', 'A00');
    const message = (operation: BookOperation, files: string[]) =>
      bookXml({
        ...{
          book: { model: '140', activity: '1673' },
          operation,
          year: '2027',
          owner: ISSUER,
          files: files.map(asFile),
        },
      }).replace(bookRoot('140', operation).namespace, namespace);
    expect(persons.problems([message('A00', invoices.slice(0, 2)), message('AN0', [cancellation])])).toBe('');
  });

  test('the emulator takes what the schema takes', () => {
    const wrong = invoices.map((xml) => complaint(readRoot(Buffer.from(xml))!, 'issue')).filter(Boolean);
    expect(wrong).toEqual([]);
    expect(complaint(readRoot(Buffer.from(cancellation))!, 'cancel')).toBeNull();
    const parts = { fingerprint, signature: 'x'.repeat(344) };
    const corrected = invoiceCorrection('SUBSANAR', documentOf(3), parts);
    expect(complaint(readRoot(Buffer.from(corrected))!, 'correct-issue')).toBeNull();
    const taken = cancellationCorrection({ id: documentOf(3).id, issuer: ISSUER }, parts);
    expect(complaint(readRoot(Buffer.from(taken))!, 'correct-cancel')).toBeNull();
  });

  test('signatures hold, with the policy of the province', () => {
    for (const [i, xml] of [...invoices.slice(0, 30), cancellation].entries())
      expect(verifyXades(Buffer.from(xml))).toMatchObject(
        i === 30
          ? { policy: { hash: PROVINCES.gipuzkoa.policy.hash } }
          : { policy: { id: signing(i).province.policy.id } },
      );
  });

  test.skipIf(noXmlsec)(`xmlsec1 says so, too${noXmlsec ?? ''}`, () => {
    const ids = [
      'http://www.w3.org/2000/09/xmldsig#:KeyInfo',
      'http://uri.etsi.org/01903/v1.3.2#:SignedProperties',
    ];
    for (const xml of [...invoices.slice(0, 4), cancellation])
      expect(xmlsecProblemsBy(xml, ids, signer.pem.certificate)).toBe('');
  });
});
