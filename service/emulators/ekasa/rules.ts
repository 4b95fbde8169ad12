/** What eKasa checks of a message that its schema cannot say: codes -100 to -132 of the interface document. */
import { createHash, verify, type X509Certificate } from 'node:crypto';
import { partOf, textOf, type Element } from '../xml.ts';

const HOUR = 3_600_000;
const WINDOW_MS = 96 * HOUR;
const START = Date.parse('2019-04-01T00:00:00+02:00');
const slovakFace = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Bratislava', dateStyle: 'short', timeStyle: 'medium' },
});

type Values = Readonly<Record<string, string>>;

/** The first rule that a message breaks; null when it keeps all. */
export function brokenRule(message: Element, certificate: X509Certificate, now: number): number | null {
  const header = partOf(message, 'Header')!.attributes;
  const part = partOf(message, 'ReceiptData') ?? partOf(message, 'LocationData')!;
  const isReceipt = part.name === 'ReceiptData';
  const data = part.attributes;
  const ofCertificate = (number: string) => new RegExp(`(?<!\\d)${number}(?!\\d)`).test(certificate.subject);
  if (isReceipt && !isSignature(message, data, certificate)) return -100;
  if (!ofCertificate(data.Dic!)) return -101;
  if (!ofCertificate(data.CashRegisterCode!)) return -102;
  return (
    timeRule(data, Number(header.SendingCount), now, isReceipt) ??
    (isReceipt ? receiptRule(message, part, data) : null)
  );
}

function isSignature(message: Element, data: Values, { publicKey }: X509Certificate): boolean {
  const names = ['Dic', 'CashRegisterCode', 'ReceiptType', 'ReceiptNumber', 'CreateDate', 'Amount'];
  const text = names.map((name) => data[name]).join('|');
  const pkp = Buffer.from(textOf(partOf(message, 'ValidationCode')!, 'PKP'), 'base64');
  return verify('sha256', Buffer.from(text), publicKey, pkp);
}

function timeRule(data: Values, count: number, now: number, isReceipt: boolean): number | null {
  const [issued, created] = [Date.parse(data.IssueDate ?? data.CreateDate!), Date.parse(data.CreateDate!)];
  const times = [data.CreateDate!, data.IssueDate ?? data.CreateDate!];
  if (times.some((time) => slovakFace.format(Date.parse(time)).replace(' ', 'T') !== time.slice(0, 19)))
    return -132;
  if (isReceipt && issued > now + WINDOW_MS) return -103;
  if (created > now + WINDOW_MS) return isReceipt ? -104 : -108;
  if (count === 1 && created < now - WINDOW_MS) return isReceipt ? -105 : -109;
  if (isReceipt && issued < START) return -106;
  return created < START ? (isReceipt ? -107 : -110) : null;
}

function receiptRule(message: Element, part: Element, data: Values): number | null {
  const codes = partOf(message, 'ValidationCode')!;
  const digest = createHash('sha1')
    .update(Buffer.from(textOf(codes, 'PKP'), 'base64'))
    .digest('hex');
  const type = data.ReceiptType!;
  const isSale = type === 'PD' || type === 'ND';
  const items = partOf(part, 'Items')?.children.map(({ attributes }) => attributes) ?? [];
  const has = (...names: string[]) => names.some((name) => data[name] !== undefined);
  const recap = ['BasicVatAmount', 'TaxBaseBasic', 'ReducedVatAmount', 'TaxBaseReduced', 'TaxFreeAmount'];
  const isPaid = items.some(({ ItemType }) => ItemType === 'VP') && Number(data.Amount) === 0;
  const year = data.CreateDate!.slice(0, 4);
  const isPair = (a: string, b: string) => has(a) === has(b);
  const broken: readonly (readonly [boolean, number])[] = [
    [textOf(codes, 'OKP').replaceAll('-', '').toLowerCase() !== digest, -111],
    [type === 'UF' && !has('InvoiceNumber'), -112],
    [!isSale && has(...recap), -113],
    [!isSale && items.length > 0, -114],
    [type !== 'UF' && has('InvoiceNumber'), -115],
    [isSale && items.length === 0, -116],
    [isSale && !has(...recap) && !isPaid && year !== '2025', -119],
    [!isPair('BasicVatAmount', 'TaxBaseBasic'), -120],
    [!isPair('ReducedVatAmount', 'TaxBaseReduced'), -121],
    [!isPair('CustomerId', 'CustomerIdType'), -122],
    [has('CustomerId') && ['ND', 'VK', 'VY'].includes(type), -123],
    [data.Paragon === 'true' && !has('ParagonNumber'), -124],
    [data.Paragon === 'false' && has('ParagonNumber'), -125],
    [data.Paragon === 'true' && ['ND', 'VK', 'VY'].includes(type), -126],
  ];
  return broken.find(([is]) => is)?.[1] ?? items.map(itemRule).find((code) => code !== null) ?? null;
}

function itemRule(item: Values): number | null {
  const { ItemType: type = '', ReferenceReceiptId: reference, Price, VatRate } = item;
  const price = Number(Price);
  const isReference = type === 'V' || type === 'O';
  const broken: readonly (readonly [boolean, number])[] = [
    [isReference && reference === undefined, -117],
    [!isReference && reference !== undefined, -118],
    [type === 'K' && price < 0, -127],
    [['VO', 'V', 'Z', 'OZ', 'VP'].includes(type) && price > 0, -128],
    [(item.SellerId === undefined) !== (item.SellerIdType === undefined), -129],
    [item.SpecialRegulation !== undefined && Number(VatRate) !== 0, -130],
    [item.VoucherNumber !== undefined && type !== 'VP', -131],
  ];
  return broken.find(([is]) => is)?.[1] ?? null;
}
