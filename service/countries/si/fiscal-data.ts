/** What the answer carries of a reported receipt (`Fis`), all of which must be printed. */
import { qrLook } from '../../receipt/qr-look.ts';
import type { Fis } from '../../receipt/tra.ts';
import type { PaperBarcode } from '../../wire.ts';
import { tag } from '../base/online/tags.ts';
import type { CountryServices } from '../contract/services.ts';
import { ENVIRONMENT } from './credentials.ts';
import { written } from './numbering.ts';
import type { SiReceipt } from './receipt-data.ts';
import { writtenReferences } from './references.ts';
import { codeParts, printedCode } from './zoi.ts';

/** On receipts that were reported to the test system: their codes look real. */
export const TEST_TEXT = 'TESTNI RAČUN, NI VELJAVEN';

/** The number as the law has it. */
export function printedNumber({ book, premises, device, number }: SiReceipt): string {
  return book ? `${book.number}/${book.set}/${book.serial}` : `${premises}-${device}-${number}`;
}

/**
 * Number, ZOI, EOR and code of a receipt.
 * @param eor null as long as FURS has given none: it is printed without
 */
export function fiscalData(
  receipt: SiReceipt,
  eor: string | null,
  isTest: boolean,
  services: Pick<CountryServices, 'attributes' | 'drawQr' | 'drawBarcode'>,
): Fis {
  const { zoi, taxNumber, time, references, book } = receipt;
  const Code = book ? null : printedCode(zoi, taxNumber, time);
  const kind = (services.attributes().text('SI_Code') ?? 'qr').toLowerCase();
  const picture = Code === null ? null : pictureOf(Code, kind, services);
  return {
    ...(Code !== null && { Code }),
    ...(picture && { QR: picture.toString('base64') }),
    Tag: [
      tag('Št. računa', 'Number', printedNumber(receipt)),
      ...(book ? [] : [tag('ZOI', 'ZOI', zoi)]),
      ...(eor === null ? [] : [tag('EOR', 'EOR', eor)]),
      ...receipt.sellers.flatMap(({ taxNumber: seller }) =>
        seller === null ? [] : [tag('V imenu in za račun', 'Seller', seller)],
      ),
      ...(isTest ? [tag('', 'Test', TEST_TEXT)] : []),
    ],
    ...(references.length > 0 && { SI_References: writtenReferences(references) }),
    ...(Code !== null && kind !== 'qr' && { SI_Code: kind }),
    ...written(receipt.numbering),
    ...ENVIRONMENT.mark(isTest),
  };
}

/** How the code is drawn on paper, as `SI_Code` was when the receipt was registered; undefined: as QR code. */
export function barcodeOf(fis: Fis | undefined): PaperBarcode | undefined {
  if (typeof fis?.Code !== 'string' || typeof fis.SI_Code !== 'string') return undefined;
  const [kind, parts = '1'] = fis.SI_Code.split('-');
  if (kind === 'pdf417') return { kind, ways: [[fis.Code]] };
  if (kind !== 'code128') return undefined;
  // More parts where the paper is too narrow for as few.
  const ways = [1, 2, 3].filter((count) => count >= Number(parts));
  return { kind, ways: ways.map((count) => codeParts(fis.Code!, count)) };
}

/** `Fis_QR` asks for a picture, `SI_Code` says of which code; null for none. */
function pictureOf(
  code: string,
  wished: string,
  { attributes, drawQr, drawBarcode }: Pick<CountryServices, 'attributes' | 'drawQr' | 'drawBarcode'>,
): Buffer | null {
  const look = qrLook(attributes().text('Fis_QR'));
  if (!look) return null;
  const [kind = 'qr', parts = '1'] = wished.split('-');
  if (kind === 'pdf417') return drawBarcode('pdf417', [code], look);
  if (kind === 'code128') return drawBarcode('code128', codeParts(code, Number(parts)), look);
  return drawQr(code, look);
}
