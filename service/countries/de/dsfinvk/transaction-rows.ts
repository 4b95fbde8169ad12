/** Rows of single records (Einzelaufzeichnungsmodul): what a process is in ten of the files. */
import { amountText } from '../../../receipt/money.ts';
import type { Cell } from '../gdpdu/csv.ts';
import { alpha3 } from './alpha3.ts';
import type { Bon, BonComponent, BonLine, BonReference, BonTse, ClosingKeys, VatAmounts } from './bon.ts';
import type { TableName } from './tables.ts';

/** Takes a row. */
export type TakeRow = (table: TableName, cells: readonly Cell[]) => void;

const euros = (cents: number) => amountText(cents, 2);
const flag = (value: boolean) => (value ? '1' : '0');

/** Writes a process. */
export function bonRows(closing: ClosingKeys, bon: Bon, take: TakeRow): void {
  const keys = [closing.register, closing.created, closing.number, bon.id];
  take('transactions', [...keys, ...headCells(bon)]);
  for (const amounts of bon.vat) take('transactionsVat', [...keys, ...vatCells(amounts)]);
  for (const line of bon.lines) lineRows(keys, line, take);
  for (const { type, name, amount, foreign } of bon.payments) {
    const other = [foreign?.currency ?? null, foreign?.amount ?? null];
    take('datapayment', [...keys, type, name, ...other, euros(amount)]);
  }
  if (bon.group !== '') take('allocationGroups', [...keys, bon.group]);
  for (const reference of bon.references) take('references', [...keys, ...referenceCells(reference)]);
  if (bon.tse) take('transactionsTse', [...keys, ...tseCells(bon.tse)]);
}

function headCells(bon: Bon): Cell[] {
  const { customer } = bon;
  return [
    bon.number,
    bon.type,
    bon.name,
    bon.device,
    // Voids are processes of their own, with amounts of the other sign.
    '0',
    bon.start,
    bon.end,
    bon.operator.id,
    bon.operator.name,
    euros(bon.vat.reduce((sum, { gross }) => sum + gross, 0)),
    customer?.name ?? null,
    customer?.id ?? null,
    customer?.type ?? null,
    customer?.street ?? null,
    customer?.zip ?? null,
    customer?.city ?? null,
    alpha3(customer?.country),
    customer?.vatId ?? null,
    bon.note,
  ];
}

function lineRows(keys: readonly Cell[], line: BonLine, take: TakeRow): void {
  const own = [...keys, line.number];
  take('lines', [
    ...own,
    line.voucher,
    line.text,
    line.device,
    line.businessCase,
    line.caseName,
    flag(line.inHouse),
    flag(line.cancelled),
    line.agency,
    line.article,
    line.gtin,
    line.groupId,
    line.group,
    line.quantity,
    '1.000',
    line.unit,
    line.price,
  ]);
  take('linesVat', [...own, ...vatCells(line.vat)]);
  for (const part of line.components) take('subitems', [...own, ...componentCells(part)]);
  for (const part of line.parts) take('itemamounts', [...own, part.type, ...vatCells(part)]);
}

function componentCells(part: BonComponent): Cell[] {
  const { article, gtin, name, groupId, group, quantity, unit, key, price } = part;
  const prices = price ? [price.gross, price.net, price.tax].map(euros) : [null, null, null];
  return [article, gtin, name, groupId, group, quantity, '1.000', unit, key, ...prices];
}

function vatCells({ key, gross, net, tax }: VatAmounts): Cell[] {
  return [key, euros(gross), euros(net), euros(tax)];
}

function referenceCells({ line, to }: BonReference): Cell[] {
  if ('name' in to) return [line, to.type, to.name, to.date, null, null, null];
  return [line, 'Transaktion', null, to.date, to.register, to.closing, to.id];
}

function tseCells(tse: BonTse): Cell[] {
  const { processType, processData } = tse;
  if ('failure' in tse) return [null, null, null, null, processType, null, null, tse.failure, processData];
  const { id, transaction, start, end, counter, signature } = tse;
  return [id, transaction, start, end, processType, counter, signature, null, processData];
}
