/** Records of the common territory, told to the AEAT or signed and kept: what both systems make of documents. */
import type { Json } from '../../../receipt/json.ts';
import { isTree } from '../../../receipt/tree.ts';
import { tag } from '../../base/online/tags.ts';
import type { CancelledDocument, IssuedDocument } from '../document.ts';
import { spanishTime } from '../moment.ts';
import { fullNumber } from '../series.ts';
import type { Kept, Made, Making } from '../system.ts';
import { altaHash, cancelHash } from './hash.ts';
import {
  altaRecord,
  cancelRecord,
  linkOf,
  spanishDate,
  unsignedRecord,
  type Correction,
  type MadeRecord,
  type RecordParts,
} from './record.ts';
import { qrText } from './qr.ts';

/** Signs a record; its whole XML. */
export type SignRecord = (record: MadeRecord) => string;

/** Texts that the law wants on paper (Orden HAC/1177/2024, art. 20 and 21). */
export const TEXTS = {
  qr: 'QR tributario:',
  verifactu: 'VERI*FACTU',
  test: 'FACTURA DE PRUEBA, SIN VALIDEZ',
} as const;

/** A record as it is kept: {@link Kept.record}. */
export interface AeatRecord extends Record<string, Json> {
  xml: string;
  link: MadeRecord['link'];
}

/** What was kept of a record. */
export function recordOf({ record }: Pick<Kept, 'record'>): AeatRecord {
  return record as AeatRecord;
}

/** What a record is made with. */
export function partsOf({ chain, installation, context }: Making): RecordParts {
  const { producer, product, version } = context.program();
  return {
    before: linkOf(chain),
    software: { producer, name: product.slice(0, 30), version: version.slice(0, 50), installation },
    time: spanishTime(context.clock.now(), context.cfg),
  };
}

/** Where a customer can check a document, and the texts beside. */
export function issuedFis(
  { id, issuer, total }: IssuedDocument,
  test: boolean,
  isSigned: boolean,
): Extract<Made, { fis: unknown }>['fis'] {
  const checked = { nif: issuer.nif, number: fullNumber(id), date: spanishDate(id.date), total };
  return {
    Code: qrText(checked, test, isSigned),
    Tag: [
      tag(TEXTS.qr, 'QR', ''),
      ...(isSigned ? [] : [tag('', 'VERI*FACTU', TEXTS.verifactu)]),
      ...(test ? [tag('', 'Test', TEXTS.test)] : []),
    ],
  };
}

/** What is printed of a document that is taken back. */
export function cancelledFis(
  { id }: CancelledDocument,
  test: boolean,
): Extract<Made, { fis: unknown }>['fis'] {
  return {
    Tag: [
      tag('Factura anulada', 'Cancelled', fullNumber(id)),
      ...(test ? [tag('', 'Test', TEXTS.test)] : []),
    ],
  };
}

/** Makes an alta. @param sign signs its XML, where records are kept and not told */
export function makeAlta(
  document: IssuedDocument,
  making: Making,
  { correction = null, sign }: { correction?: Correction | null; sign?: SignRecord } = {},
): Made {
  const made = altaRecord(document, partsOf(making), correction);
  return withChain(made, issuedFis(document, making.test, sign !== undefined), sign);
}

/** Makes an anulación. */
export function makeCancel(
  document: CancelledDocument,
  making: Making,
  {
    withoutRecord = false,
    rejected = false,
    sign,
  }: { withoutRecord?: boolean; rejected?: boolean; sign?: SignRecord } = {},
): Made {
  const made = cancelRecord(document, partsOf(making), { withoutRecord, rejected });
  return withChain(made, cancelledFis(document, making.test), sign);
}

function withChain(
  made: MadeRecord,
  fis: Extract<Made, { fis: unknown }>['fis'],
  sign: SignRecord | undefined,
): Made {
  const { link } = made;
  return { record: { xml: sign ? sign(made) : unsignedRecord(made), link }, chain: link, fis };
}

/** Holds a record against its own values and the one before it. */
export function recordProblems({ record, document }: Kept, before: Json | null): string[] {
  if (!isTree(record) || typeof record.xml !== 'string' || !linkOf(record.link ?? null))
    return ['its record is missing'];
  const { xml, link } = record as AeatRecord;
  const value = (name: string) => new RegExp(`<sf:${name}>([^<]*)</sf:${name}>`).exec(xml)?.[1] ?? '';
  const last = (name: string) =>
    [...xml.matchAll(new RegExp(`<sf:${name}>([^<]*)</sf:${name}>`, 'g'))].at(-1)?.[1] ?? '';
  const problems: string[] = [];
  if (last('Huella') !== link.hash) problems.push('its hash is not that of its record');
  const previous = before === null ? null : linkOf(isTree(before) ? (before as AeatRecord).link : null);
  const isFirst = value('PrimerRegistro') === 'S';
  const named = /<sf:RegistroAnterior>.*<sf:Huella>([0-9A-F]{64})<\/sf:Huella><\/sf:RegistroAnterior>/.exec(
    xml,
  )?.[1];
  if (previous === null ? !isFirst : named !== previous.hash)
    problems.push('its record does not follow the one before it in the chain');
  const values = { ...link, before: named ?? '', time: value('FechaHoraHusoGenRegistro') };
  const remade =
    'kind' in document
      ? altaHash({
          ...values,
          ...idOf(document),
          kind: document.kind,
          quota: document.quota,
          total: document.total,
        })
      : cancelHash({ ...values, ...idOf(document) });
  if (remade !== link.hash) problems.push('its hash is not that of its values');
  return problems;
}

function idOf({ id, issuer }: IssuedDocument | CancelledDocument): {
  nif: string;
  number: string;
  date: string;
} {
  return { nif: issuer.nif, number: fullNumber(id), date: spanishDate(id.date) };
}
