/** Answers as CIS gives them, signed, for tests. */
import { writeEnvelope } from '../../base/soap.ts';
import type { Signatory } from '../../base/testing/signers.ts';
import { signEnveloped } from '../../base/xml-signature.ts';
import { F73, OPERATIONS, type Operation } from '../cis.ts';
import { element, group } from '../message.ts';

/** The envelope with a signed answer. */
export function cisAnswer(by: Signatory, operation: Operation, id: string, ...content: string[]): Buffer {
  const name = `${OPERATIONS[operation]}Odgovor`;
  const header = group('Zaglavlje', element('IdPoruke', id), element('DatumVrijeme', '01.08.2026T12:34:58'));
  const xml = `<tns:${name} xmlns:tns="${F73}" Id="G0x1">${header}${content.join('')}</tns:${name}>`;
  const { key, certificate } = by;
  return Buffer.from(writeEnvelope(signEnveloped(xml, { id: 'G0x1', key, certificate, digest: 'sha256' })));
}

/** Errors of an answer, by code. */
export function cisErrors(...codes: string[]): string {
  return group(
    'Greske',
    ...codes.map((code) =>
      group('Greska', element('SifraGreske', code), element('PorukaGreske', `Greška ${code}.`)),
    ),
  );
}
