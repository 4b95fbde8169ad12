/** What the answer carries of a signed receipt: code, OCR text, picture, link and the texts to print. */
import type { Fis, Tag } from '../../receipt/tra.ts';
import { qrLook } from '../../receipt/qr-look.ts';
import type { CountryServices } from '../contract/services.ts';
import type { UnitCertificates } from './kasse.ts';
import { OUTAGE_TEXT, type SignedPayload } from './rksv/jws.ts';
import type { MachineCode, ReceiptKind } from './rksv/machine-code.ts';
import { linkHash, ocrText } from './rksv/printed.ts';

/** Words that the law wants to read (RKSV § 10 and § 17). */
export const KIND_TEXTS: Readonly<Record<ReceiptKind, string | null>> = {
  standard: null,
  training: 'Trainingsbuchung',
  void: 'Stornobuchung',
};

/** On receipts that a key of tests has signed: their codes look real. */
export const TEST_TEXT = 'Testbeleg ohne Gültigkeit';
/** On nonfiscal records with articles, which are not signed. */
export const NO_RECEIPT_TEXT = 'Keine Rechnung, kein Kassenbeleg';
/** On receipts of before the start receipt, which are in no DEP. */
export const NOT_IN_OPERATION_TEXT = 'Registrierkasse nicht in Betrieb';

/** A receipt that is signed, or marked as issued during an outage. */
export interface SignedReceipt {
  signed: SignedPayload;
  /** Text of the QR code. */
  Code: string;
  code: Pick<MachineCode, 'registerId' | 'receiptNumber' | 'time'>;
  kind: ReceiptKind;
  isOutage: boolean;
  /** The unit that it names is one of tests. */
  isTest: boolean;
  /** Of a unit that signs for the first time. */
  certificates: UnitCertificates | null;
  /** Time on the receipt. */
  D: string;
}

/** Training, void and outage in words. */
export function wordTags(kind: ReceiptKind, isOutage: boolean): Tag[] {
  const word = KIND_TEXTS[kind];
  return [
    ...(word === null ? [] : [{ Label: '', Name: 'Kind', Value: word }]),
    ...(isOutage ? [{ Label: '', Name: 'Outage', Value: OUTAGE_TEXT }] : []),
  ];
}

/** `Fis` of a receipt. */
export function fiscalData(
  { signed, Code, code, kind, isOutage, isTest, certificates, D }: SignedReceipt,
  services: Pick<CountryServices, 'attributes' | 'drawQr'>,
): Fis {
  const attributes = services.attributes();
  const link = attributes.text('Fis_Link');
  const look = qrLook(attributes.text('Fis_QR'));
  const Tag: Tag[] = [
    ...wordTags(kind, isOutage),
    ...(isTest ? [{ Label: '', Name: 'Test', Value: TEST_TEXT }] : []),
    // The receipt says when it was written, the code when it was registered.
    ...(code.time === D ? [] : [{ Label: 'Registriert', Name: 'Time', Value: code.time.replace('T', ' ') }]),
    { Label: 'Kassen-ID', Name: 'RegisterId', Value: code.registerId },
    { Label: 'Belegnummer', Name: 'ReceiptNumber', Value: code.receiptNumber },
  ];
  return {
    Code,
    ...(link !== undefined && { Link: linkTo(link, Code) }),
    ...(attributes.flag('Fis_OCR') && { OCR: ocrText(signed) }),
    ...(look && { QR: services.drawQr(Code, look).toString('base64') }),
    Tag,
    ...(isTest && { AT_Test: '1' }),
    ...(certificates && { AT_Certificates: certificates.chain, AT_PublicKey: certificates.publicKey }),
  };
}

/** Where the code can be read (RKSV Anlage Z 13): the hash stands in the place of `{hash}`, else behind the address. */
function linkTo(address: string, Code: string): string {
  const hash = linkHash(Code);
  if (address.includes('{hash}')) return address.replace('{hash}', hash);
  return `${address.replace(/\/$/, '')}/${hash}`;
}
