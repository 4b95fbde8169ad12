/** What the AEAT checks of a record that its schema cannot say (validations document, 1.2). Written without the product's code. */
import { createHash } from 'node:crypto';
import { partOf, textOf, type Element } from '../xml.ts';

/** Why a record is refused (`error`), or taken all the same. */
export interface Flaw {
  code: number;
  text: string;
  isError: boolean;
}

const FIRST_DAY = '2024-10-28';
const MARGIN_MS = 60_000;
/** Cents. */
const TOLERANCE = 1000n;
const VAT_RATES = new Set(['0', '2', '4', '5', '7.5', '10', '21']);
const ENDED = new Set(['2', '5', '7.5']);

/** Cents of an amount. */
function cents(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  const value = BigInt(whole + fraction.padEnd(2, '0'));
  return sign === '-' ? -value : value;
}

function isoDay(text: string): string {
  return text.split('-').reverse().join('-');
}

/** Whether the nine characters are a NIF. */
export function isNif(nif: string): boolean {
  const letters = 'TRWAGMYFPDXBNJZSQVHLCKE';
  const person = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(nif);
  if (person && nif.length === 9) {
    const lead = { X: '0', Y: '1', Z: '2' }[person[1]!] ?? '';
    return letters[Number(lead + person[2]!) % 23] === person[3];
  }
  return /^[A-HJNP-SUVWKLM]\d{7}[\dA-Z]$/.test(nif);
}

/** The hash of a record, by its values. */
export function hashOf(record: Element): string {
  const id = partOf(record, 'IDFactura')!;
  const before = partOf(partOf(record, 'Encadenamiento')!, 'RegistroAnterior');
  const suffix = record.name === 'RegistroAnulacion' ? 'Anulada' : '';
  const values: [string, string][] = ['IDEmisorFactura', 'NumSerieFactura', 'FechaExpedicionFactura'].map(
    (name) => [name + suffix, textOf(id, name + suffix)],
  );
  if (suffix === '')
    for (const name of ['TipoFactura', 'CuotaTotal', 'ImporteTotal'])
      values.push([name, textOf(record, name)]);
  values.push(['Huella', before ? textOf(before, 'Huella') : '']);
  values.push(['FechaHoraHusoGenRegistro', textOf(record, 'FechaHoraHusoGenRegistro')]);
  const text = values.map(([name, value]) => `${name}=${value.trim()}`).join('&');
  return createHash('sha256').update(text).digest('hex').toUpperCase();
}

/** What is wrong with a record, errors first. @param nif of the header @param now milliseconds since 1970 */
export function flawsOf(record: Element, nif: string, now: number): Flaw[] {
  const flaws: Flaw[] = [];
  const must = (isRight: boolean, code: number, text: string) => {
    if (!isRight) flaws.push({ code, text, isError: true });
  };
  const should = (isRight: boolean, code: number, text: string) => {
    if (!isRight) flaws.push({ code, text, isError: false });
  };
  const isAlta = record.name === 'RegistroAlta';
  const suffix = isAlta ? '' : 'Anulada';
  const id = partOf(record, 'IDFactura')!;
  const number = textOf(id, `NumSerieFactura${suffix}`);
  const day = isoDay(textOf(id, `FechaExpedicionFactura${suffix}`));
  must(
    textOf(id, `IDEmisorFactura${suffix}`) === nif,
    1108,
    'El NIF del IDEmisorFactura debe ser el mismo que el NIF del ObligadoEmision.',
  );
  must(/^[\x20-\x7e]+$/.test(number) && !/["'<>=]/.test(number), 1123, 'NumSerieFactura no válido.');
  must(
    !Number.isNaN(Date.parse(day)) && day >= FIRST_DAY,
    1104,
    'FechaExpedicionFactura anterior a la permitida.',
  );
  must(
    day <= new Date(now + 24 * 3_600_000).toISOString().slice(0, 10),
    1112,
    'FechaExpedicionFactura superior a la fecha actual.',
  );
  const made = Date.parse(textOf(record, 'FechaHoraHusoGenRegistro'));
  should(made <= now + MARGIN_MS, 2004, 'FechaHoraHusoGenRegistro posterior a la del sistema de la AEAT.');
  should(
    hashOf(record) === textOf(record, 'Huella'),
    2000,
    'El cálculo de la huella suministrada es incorrecta.',
  );
  if (isAlta) invoiceFlaws(record, day, must, should);
  return flaws.sort((a, b) => Number(b.isError) - Number(a.isError));
}

type Say = (isRight: boolean, code: number, text: string) => void;

function invoiceFlaws(record: Element, day: string, must: Say, should: Say): void {
  const kind = textOf(record, 'TipoFactura');
  const simplified = kind === 'F2' || kind === 'R5';
  const people = partOf(record, 'Destinatarios')?.children ?? [];
  must(
    simplified ? people.length === 0 : people.length > 0,
    1189,
    'Destinatarios no concuerda con TipoFactura.',
  );
  for (const person of people) {
    const nif = textOf(person, 'NIF');
    must(nif === '' || isNif(nif), 1110, 'El NIF no está identificado en el censo de la AEAT.');
    const other = partOf(person, 'IDOtro');
    must(
      !other || textOf(other, 'IDType') === '02' || textOf(other, 'CodigoPais') !== '',
      1100,
      'CodigoPais obligatorio.',
    );
  }
  must(
    kind.startsWith('R') === (textOf(record, 'TipoRectificativa') !== ''),
    1114,
    'TipoRectificativa no concuerda con TipoFactura.',
  );
  must(
    (textOf(record, 'TipoRectificativa') === 'S') === (partOf(record, 'ImporteRectificacion') !== undefined),
    1118,
    'ImporteRectificacion no concuerda.',
  );
  must(
    partOf(record, 'FacturasSustituidas') === undefined || kind === 'F3',
    1115,
    'FacturasSustituidas solo con F3.',
  );
  must(
    partOf(record, 'FacturasRectificadas') === undefined || kind.startsWith('R'),
    1116,
    'FacturasRectificadas solo con rectificativas.',
  );
  must(textOf(record, 'DescripcionOperacion').trim() !== '', 1100, 'DescripcionOperacion vacía.');
  const total = cents(textOf(record, 'ImporteTotal'));
  const large = (total < 0n ? -total : total) >= 10_000_000_000n;
  must(!large || textOf(record, 'Macrodato') === 'S', 1135, 'Macrodato obligatorio.');
  must(kind !== 'F2' || total <= 301_000n, 1190, 'Una factura simplificada no puede superar 3.000 euros.');
  const rows = partOf(record, 'Desglose')!.children;
  must(rows.length <= 12, 1100, 'Más de 12 líneas de desglose.');
  let [bases, quotas] = [0n, 0n];
  for (const row of rows) {
    const [base, quota] = [
      cents(textOf(row, 'BaseImponibleOimporteNoSujeto')),
      textOf(row, 'CuotaRepercutida'),
    ];
    const more = textOf(row, 'CuotaRecargoEquivalencia');
    bases += base;
    quotas += (quota === '' ? 0n : cents(quota)) + (more === '' ? 0n : cents(more));
    rowFlaws(row, day, must);
  }
  const off = (a: bigint, b: bigint) => (a > b ? a - b : b - a);
  should(
    off(quotas, cents(textOf(record, 'CuotaTotal'))) <= TOLERANCE,
    2005,
    'CuotaTotal no concuerda con el desglose.',
  );
  should(off(bases + quotas, total) <= TOLERANCE, 2006, 'ImporteTotal no concuerda con el desglose.');
}

function rowFlaws(row: Element, day: string, must: Say): void {
  const [rate, quota] = [textOf(row, 'TipoImpositivo'), textOf(row, 'CuotaRepercutida')];
  const kind = textOf(row, 'CalificacionOperacion');
  const tax = textOf(row, 'Impuesto') || '01';
  must(
    (tax === '02') === (textOf(row, 'ClaveRegimen') === ''),
    1199,
    'ClaveRegimen no concuerda con Impuesto.',
  );
  if (kind === 'S1') {
    must(rate !== '' && quota !== '', 1207, 'TipoImpositivo y CuotaRepercutida obligatorios con S1.');
    if (rate === '' || quota === '') return;
    if (tax === '01') {
      must(VAT_RATES.has(rate), 1124, 'TipoImpositivo no permitido.');
      must(!ENDED.has(rate) || day <= '2024-12-31', 1200, 'TipoImpositivo fuera de plazo.');
    }
    const [whole = '0', fraction = ''] = rate.split('.');
    const base = cents(textOf(row, 'BaseImponibleOimporteNoSujeto'));
    const due = (base * BigInt(whole + fraction.padEnd(2, '0'))) / 10_000n;
    const off = due > cents(quota) ? due - cents(quota) : cents(quota) - due;
    must(off <= TOLERANCE, 1142, 'CuotaRepercutida no es base por tipo.');
  } else if (kind === 'S2')
    must(/^0(?:\.0*)?$/.test(rate) && cents(quota || '1') === 0n, 1198, 'S2 exige tipo y cuota cero.');
  else must(rate === '' && quota === '', 1237, 'Sin tipo ni cuota cuando no está sujeta o está exenta.');
}
