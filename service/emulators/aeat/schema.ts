/** Messages of VERI*FACTU as the schemas of the AEAT have them (SuministroLR.xsd, SuministroInformacion.xsd). */
import type { Element } from '../xml.ts';

const BASE =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/';
/** Namespaces of messages, of what they hold, and of answers. */
export const NAMESPACES = {
  message: `${BASE}SuministroLR.xsd`,
  data: `${BASE}SuministroInformacion.xsd`,
  answer: `${BASE}RespuestaSuministro.xsd`,
} as const;

/** A text by its form, or elements in their order; several of them are a choice. */
type Type = RegExp | Sequence;
type Sequence = readonly Part[];
/** A name ends in `?` where it may be missing, in `+` where it may be repeated; `|` stands between choices. */
type Part = readonly [name: string, type: Type];

const TEXT = (most: number) => new RegExp(`^[^]{0,${most}}$`, 'u');
const NIF = TEXT(9);
const DATE = /^\d\d-\d\d-\d{4}$/;
const AMOUNT = /^[+-]?\d{1,12}(?:\.\d{0,2})?$/;
const RATE = /^\d{1,3}(?:\.\d{0,2})?$/;
const YES_NO = /^[SN]$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/;
const HASH = TEXT(64);

const OTHER: Sequence = [
  ['CodigoPais?', /^[A-Z]{2}$/],
  ['IDType', /^0[2-7]$/],
  ['ID', TEXT(20)],
];
const SPANISH: Sequence = [
  ['NombreRazon', TEXT(120)],
  ['NIF', NIF],
];
const PERSON: Sequence = [
  ['NombreRazon', TEXT(120)],
  ['NIF|IDOtro', /^$/],
];
const INVOICE: Sequence = [
  ['IDEmisorFactura', NIF],
  ['NumSerieFactura', /^[^]{1,60}$/u],
  ['FechaExpedicionFactura', DATE],
];
const CANCELLED: Sequence = INVOICE.map(([name, type]) => [`${name}Anulada`, type]);
const ROW: Sequence = [
  ['Impuesto?', /^0[1235]$/],
  ['ClaveRegimen?', /^(?:0\d|1[014578]|19|2[01])$/],
  ['CalificacionOperacion|OperacionExenta', /^(?:S1|S2|N1|N2|E[1-8])$/],
  ['TipoImpositivo?', RATE],
  ['BaseImponibleOimporteNoSujeto', AMOUNT],
  ['BaseImponibleACoste?', AMOUNT],
  ['CuotaRepercutida?', AMOUNT],
  ['TipoRecargoEquivalencia?', RATE],
  ['CuotaRecargoEquivalencia?', AMOUNT],
];
const SYSTEM: Sequence = [
  ...PERSON,
  ['NombreSistemaInformatico', TEXT(30)],
  ['IdSistemaInformatico', TEXT(2)],
  ['Version', TEXT(50)],
  ['NumeroInstalacion', TEXT(100)],
  ['TipoUsoPosibleSoloVerifactu', YES_NO],
  ['TipoUsoPosibleMultiOT', YES_NO],
  ['IndicadorMultiplesOT', YES_NO],
];
const END: Sequence = [
  ['Encadenamiento', /^$/],
  ['SistemaInformatico', SYSTEM],
  ['FechaHoraHusoGenRegistro', MOMENT],
  ['NumRegistroAcuerdoFacturacion?', TEXT(15)],
  ['IdAcuerdoSistemaInformatico?', TEXT(16)],
  ['TipoHuella', /^01$/],
  ['Huella', HASH],
];
const ALTA: Sequence = [
  ['IDVersion', /^1\.0$/],
  ['IDFactura', INVOICE],
  ['RefExterna?', TEXT(60)],
  ['NombreRazonEmisor', TEXT(120)],
  ['Subsanacion?', YES_NO],
  ['RechazoPrevio?', /^[NSX]$/],
  ['TipoFactura', /^(?:F[123]|R[1-5])$/],
  ['TipoRectificativa?', /^[SI]$/],
  ['FacturasRectificadas?', [['IDFacturaRectificada+', INVOICE]]],
  ['FacturasSustituidas?', [['IDFacturaSustituida+', INVOICE]]],
  [
    'ImporteRectificacion?',
    [
      ['BaseRectificada', AMOUNT],
      ['CuotaRectificada', AMOUNT],
      ['CuotaRecargoRectificado?', AMOUNT],
    ],
  ],
  ['FechaOperacion?', DATE],
  ['DescripcionOperacion', TEXT(500)],
  ['FacturaSimplificadaArt7273?', YES_NO],
  ['FacturaSinIdentifDestinatarioArt61d?', YES_NO],
  ['Macrodato?', YES_NO],
  ['Destinatarios?', [['IDDestinatario+', PERSON]]],
  ['Cupon?', YES_NO],
  ['Desglose', [['DetalleDesglose+', ROW]]],
  ['CuotaTotal', AMOUNT],
  ['ImporteTotal', AMOUNT],
  ...END,
];
const CANCEL: Sequence = [
  ['IDVersion', /^1\.0$/],
  ['IDFactura', CANCELLED],
  ['RefExterna?', TEXT(60)],
  ['SinRegistroPrevio?', YES_NO],
  ['RechazoPrevio?', YES_NO],
  ...END,
];
const HEADER: Sequence = [
  ['ObligadoEmision', SPANISH],
  ['Representante?', SPANISH],
  [
    'RemisionVoluntaria?',
    [
      ['FechaFinVeriFactu?', DATE],
      ['Incidencia?', YES_NO],
    ],
  ],
];
/** Choices of elements, by what stands where one of them has to. */
const CHOICES: Readonly<Record<string, Type>> = {
  NIF,
  IDOtro: OTHER,
  PrimerRegistro: /^S$/,
  RegistroAnterior: [
    ['IDEmisorFactura', NIF],
    ['NumSerieFactura', TEXT(60)],
    ['FechaExpedicionFactura', DATE],
    ['Huella', HASH],
  ],
};

const MOST_RECORDS = 1000;

/** What a message breaks of the schema; null when it fits. */
export function complaint(message: Element): string | null {
  const is = (element: Element | undefined, name: string, namespace: string) =>
    element?.name === name && element.namespace === namespace;
  if (!is(message, 'RegFactuSistemaFacturacion', NAMESPACES.message)) return `root ${message.name}`;
  const [header, ...records] = message.children;
  if (!header || !is(header, 'Cabecera', NAMESPACES.message)) return 'Cabecera';
  if (records.length < 1 || records.length > MOST_RECORDS) return `${records.length} records`;
  return (
    wrong(header, HEADER) ??
    records
      .map((record) =>
        is(record, 'RegistroFactura', NAMESPACES.message) ? recordComplaint(record) : record.name,
      )
      .find((one) => one !== null) ??
    null
  );
}

function recordComplaint({ children }: Element): string | null {
  const [record, ...more] = children;
  if (!record || more.length > 0 || record.namespace !== NAMESPACES.data) return 'RegistroFactura';
  if (record.name === 'RegistroAlta') return wrong(record, ALTA);
  return record.name === 'RegistroAnulacion' ? wrong(record, CANCEL) : record.name;
}

function wrong(element: Element, type: Type): string | null {
  if (type instanceof RegExp) {
    if (element.name === 'Encadenamiento') return chainComplaint(element);
    return element.children.length === 0 && type.test(element.text) ? null : element.name;
  }
  if (element.text.trim() !== '') return element.name;
  const rest = [...element.children];
  for (const [part, inner] of type) {
    const names = part.replace(/[?+]$/, '').split('|');
    let count = 0;
    while (rest[0] && names.includes(rest[0].name) && (count === 0 || part.endsWith('+'))) {
      const next = rest.shift()!;
      count++;
      if (next.namespace !== NAMESPACES.data) return next.name;
      const problem = wrong(next, names.length > 1 ? (CHOICES[next.name] ?? inner) : inner);
      if (problem !== null) return `${element.name}/${problem}`;
    }
    if (count === 0 && !part.endsWith('?')) return `${element.name}: ${part} is missing`;
  }
  return rest.length === 0 ? null : `${element.name}: ${rest[0]!.name} is not expected`;
}

function chainComplaint({ children }: Element): string | null {
  const [only, ...more] = children;
  const type = only && more.length === 0 ? CHOICES[only.name] : undefined;
  return type && /^(?:PrimerRegistro|RegistroAnterior)$/.test(only!.name)
    ? wrong(only!, type)
    : 'Encadenamiento';
}
