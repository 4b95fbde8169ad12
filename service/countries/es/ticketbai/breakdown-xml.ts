/** What is sold, by how the tax law sees it (`TipoDesglose`), as XML of TicketBAI. */
import { amountText, minor } from '../../../receipt/money.ts';
import type { Cause, IssuedDocument, Person, TaxRow } from '../document.ts';
import { element, group } from './xml.ts';

const DIGITS = 2;
/** Keys of the AEAT that TicketBAI has under other numbers: equivalence surcharge, simplified regime. */
const REGIMES: Readonly<Record<string, string>> = { 18: '51', 20: '52' };
/** Keys that TicketBAI has. */
const KNOWN = new Set([
  ...['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15'],
  ...['17', '19', '51', '52', '53', '54'],
]);
const GENERAL = '01';
const MOST_REGIMES = 3;
/** Regimes of a seller whose percentages say nothing of what is owed. */
const OWN_REGIMES = new Set(['51', '52']);

/** `ClaveRegimenIvaOpTrascendencia`, one to three. */
export function regimesOf(taxes: readonly TaxRow[]): string[] {
  const keys = [...new Set(taxes.map(regimeOf))].sort();
  return keys.length === 0 ? [GENERAL] : keys.slice(0, MOST_REGIMES);
}

function regimeOf({ regime }: TaxRow): string {
  const key = REGIMES[regime] ?? regime;
  return KNOWN.has(key) ? key : GENERAL;
}

/** `TipoDesglose` of an invoice: goods apart from services where the customer is from abroad. */
export function breakdownXml({
  taxes,
  recipients,
  services,
}: Pick<IssuedDocument, 'taxes' | 'recipients' | 'services'>): string {
  const breakdown = subjectXml(taxes) + notSubjectXml(taxes);
  return group(
    'TipoDesglose',
    recipients.some(isFromAbroad)
      ? group('DesgloseTipoOperacion', group(services ? 'PrestacionServicios' : 'Entrega', breakdown))
      : group('DesgloseFactura', breakdown),
  );
}

/** A number of another country, or a Spanish one for companies of other countries. */
function isFromAbroad({ nif, other }: Person): boolean {
  return other !== undefined || nif?.startsWith('N') === true;
}

function subjectXml(taxes: readonly TaxRow[]): string {
  const exempt = taxes.filter(({ cause }) => cause?.startsWith('E'));
  const reverse = taxes.filter(({ cause }) => cause === 'S2');
  const taxed = taxes.filter(({ cause }) => cause === undefined);
  // Nothing was sold: a percentage of nothing says so.
  const nothing = taxes.length === 0 ? [NOTHING] : [];
  if (exempt.length + reverse.length + taxed.length + nothing.length === 0) return '';
  const part = (type: string, rows: readonly TaxRow[]) =>
    rows.length === 0
      ? ''
      : group(
          'DetalleNoExenta',
          element('TipoNoExenta', type),
          group('DesgloseIVA', ...rows.map((row) => rateXml(row))),
        );
  const notExempt = part('S1', [...taxed, ...nothing]) + part('S2', reverse);
  return group(
    'Sujeta',
    exempt.length === 0 ? '' : group('Exenta', ...sums(exempt, exemptCause).map(exemptXml)),
    notExempt === '' ? '' : group('NoExenta', notExempt),
  );
}

const NOTHING: TaxRow = { tax: 'IVA', rate: '0', base: '0.00', quota: '0.00', regime: GENERAL };

function rateXml(row: TaxRow): string {
  const { base, rate, quota, surcharge } = row;
  return group(
    'DetalleIVA',
    element('BaseImponible', base),
    element('TipoImpositivo', rateText(rate)),
    element('CuotaImpuesto', quota),
    surcharge
      ? element('TipoRecargoEquivalencia', rateText(surcharge.rate)) +
          element('CuotaRecargoEquivalencia', surcharge.quota)
      : '',
    OWN_REGIMES.has(regimeOf(row))
      ? element('OperacionEnRecargoDeEquivalenciaORegimenSimplificado', 'S')
      : '',
  );
}

/** The causes of the AEAT that TicketBAI does not have are other causes. */
function exemptCause(cause: Cause | undefined): string {
  return cause === 'E7' || cause === 'E8' ? 'E6' : cause!;
}

function exemptXml([cause, base]: [string, number]): string {
  return group(
    'DetalleExenta',
    element('CausaExencion', cause),
    element('BaseImponible', amountText(base, DIGITS)),
  );
}

function notSubjectXml(taxes: readonly TaxRow[]): string {
  const rows = taxes.filter(({ cause }) => cause === 'N1' || cause === 'N2');
  if (rows.length === 0) return '';
  // By place: with the tax of another country where it is told to the one-stop shop.
  const causes = sums(rows, (cause, regime) => (cause === 'N1' ? 'OT' : regime === '17' ? 'IE' : 'RL'));
  const detail = ([cause, amount]: [string, number]) =>
    group('DetalleNoSujeta', element('Causa', cause), element('Importe', amountText(amount, DIGITS)));
  return group('NoSujeta', ...causes.map(detail));
}

/** Bases by cause, cents. */
function sums(
  rows: readonly TaxRow[],
  nameOf: (cause: Cause | undefined, regime: string) => string,
): [string, number][] {
  const found = new Map<string, number>();
  for (const { cause, regime, base } of rows) {
    const name = nameOf(cause, regime);
    found.set(name, (found.get(name) ?? 0) + minor(base, DIGITS));
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `5.2` as `5.20`. */
function rateText(rate: string): string {
  const [whole = '0', decimals = ''] = rate.split('.');
  return `${whole}.${decimals.padEnd(2, '0').slice(0, 2)}`;
}
