/** Files of TicketBAI 1.2.2, corrections (Zuzendu) and messages of the book (LROE), as their schemas have them. */
import {
  anyOf,
  check,
  group,
  length,
  many,
  one,
  optional,
  text,
  type Declaration,
  type Particle,
} from '../schema.ts';
import type { Element } from '../xml.ts';

/** What a file is. */
export type FileKind = 'issue' | 'cancel' | 'correct-issue' | 'correct-cancel';

const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';
const NIF = /^(?:[a-z]\d{7}[a-z]|\d{8}[a-z]|[a-z]\d{8})$/i;
const DAY = /^\d{2}-\d{2}-\d{4}$/;
const TIME = /^\d{2}:\d{2}:\d{2}$/;
const AMOUNT = /^[+-]?\d{1,12}(?:\.\d{0,2})?$/;
const DETAIL = /^[+-]?\d{1,12}(?:\.\d{0,8})?$/;
const RATE = /^\d{1,3}(?:\.\d{0,2})?$/;
const YES_NO = /^[SN]$/;
const REGIME = /^(?:0[1-9]|1[0-5]|17|19|5[1-4])$/;

/** A text of so many characters, of which one at least is no white space. */
const filled = (most: number) => (t: string) => t.trim() !== '' && length(1, most)(t);

const other = group(
  'IDOtro',
  optional(text('CodigoPais', /^[A-Z]{2}$/)),
  one(text('IDType', /^0[2-6]$/)),
  one(text('ID', length(0, 20))),
);
const identity: Particle = anyOf(one(text('NIF', NIF)), one(other));
const number = [
  optional(text('SerieFactura', length(0, 20))),
  one(text('NumFactura', filled(20))),
  one(text('FechaExpedicionFactura', DAY)),
];
const issuer = group('Emisor', one(text('NIF', NIF)), one(text('ApellidosNombreRazonSocial', filled(120))));
const subjects = group(
  'Sujetos',
  one(issuer),
  optional(
    group(
      'Destinatarios',
      many(
        group(
          'IDDestinatario',
          identity,
          one(text('ApellidosNombreRazonSocial', length(0, 120))),
          optional(text('CodigoPostal', length(0, 20))),
          optional(text('Direccion', length(0, 250))),
        ),
        100,
      ),
    ),
  ),
  optional(text('VariosDestinatarios', YES_NO)),
  optional(text('EmitidaPorTercerosODestinatario', /^[NTD]$/)),
);
const breakdown: Particle[] = [
  optional(
    group(
      'Sujeta',
      optional(
        group(
          'Exenta',
          many(
            group(
              'DetalleExenta',
              one(text('CausaExencion', /^E[1-6]$/)),
              one(text('BaseImponible', AMOUNT)),
            ),
            7,
          ),
        ),
      ),
      optional(
        group(
          'NoExenta',
          many(
            group(
              'DetalleNoExenta',
              one(text('TipoNoExenta', /^S[12]$/)),
              one(
                group(
                  'DesgloseIVA',
                  many(
                    group(
                      'DetalleIVA',
                      one(text('BaseImponible', AMOUNT)),
                      optional(text('TipoImpositivo', RATE)),
                      optional(text('CuotaImpuesto', AMOUNT)),
                      optional(text('TipoRecargoEquivalencia', RATE)),
                      optional(text('CuotaRecargoEquivalencia', AMOUNT)),
                      optional(text('OperacionEnRecargoDeEquivalenciaORegimenSimplificado', YES_NO)),
                    ),
                    12,
                  ),
                ),
              ),
            ),
            2,
          ),
        ),
      ),
    ),
  ),
  optional(
    group(
      'NoSujeta',
      many(
        group('DetalleNoSujeta', one(text('Causa', /^(?:OT|RL|VT|IE)$/)), one(text('Importe', AMOUNT))),
        4,
      ),
    ),
  ),
];
const invoice = group(
  'Factura',
  one(
    group(
      'CabeceraFactura',
      ...number,
      one(text('HoraExpedicionFactura', TIME)),
      optional(text('FacturaSimplificada', YES_NO)),
      optional(text('FacturaEmitidaSustitucionSimplificada', YES_NO)),
      optional(
        group(
          'FacturaRectificativa',
          one(text('Codigo', /^R[1-5]$/)),
          one(text('Tipo', /^[SI]$/)),
          optional(
            group(
              'ImporteRectificacionSustitutiva',
              one(text('BaseRectificada', AMOUNT)),
              one(text('CuotaRectificada', AMOUNT)),
              optional(text('CuotaRecargoRectificada', AMOUNT)),
            ),
          ),
        ),
      ),
      optional(
        group(
          'FacturasRectificadasSustituidas',
          many(group('IDFacturaRectificadaSustituida', ...number), 100),
        ),
      ),
    ),
  ),
  one(
    group(
      'DatosFactura',
      optional(text('FechaOperacion', DAY)),
      one(text('DescripcionFactura', filled(250))),
      optional(
        group(
          'DetallesFactura',
          many(
            group(
              'IDDetalleFactura',
              one(text('DescripcionDetalle', filled(250))),
              one(text('Cantidad', DETAIL)),
              one(text('ImporteUnitario', DETAIL)),
              optional(text('Descuento', DETAIL)),
              one(text('ImporteTotal', DETAIL)),
            ),
            1000,
          ),
        ),
      ),
      one(text('ImporteTotalFactura', AMOUNT)),
      optional(text('RetencionSoportada', AMOUNT)),
      optional(text('BaseImponibleACoste', AMOUNT)),
      one(group('Claves', many(group('IDClave', one(text('ClaveRegimenIvaOpTrascendencia', REGIME))), 3))),
    ),
  ),
  one(
    group(
      'TipoDesglose',
      anyOf(
        one(group('DesgloseFactura', ...breakdown)),
        one(
          group(
            'DesgloseTipoOperacion',
            optional(group('PrestacionServicios', ...breakdown)),
            optional(group('Entrega', ...breakdown)),
          ),
        ),
      ),
    ),
  ),
);
const software = group(
  'Software',
  one(text('LicenciaTBAI', filled(20))),
  one(group('EntidadDesarrolladora', identity)),
  one(text('Nombre', filled(120))),
  one(text('Version', filled(20))),
);
const device = optional(text('NumSerieDispositivo', length(0, 30)));
const chained = group(
  'HuellaTBAI',
  optional(
    group(
      'EncadenamientoFacturaAnterior',
      optional(text('SerieFacturaAnterior', length(0, 20))),
      one(text('NumFacturaAnterior', filled(20))),
      one(text('FechaExpedicionFacturaAnterior', DAY)),
      one(text('SignatureValueFirmaFacturaAnterior', filled(100))),
    ),
  ),
  one(software),
  device,
);
const cancelled: Particle[] = [
  one(group('IDFactura', one(issuer), one(group('CabeceraFactura', ...number)))),
  one(group('HuellaTBAI', one(software), device)),
];
const signature: Particle = one({ name: 'Signature', foreign: SIGNATURE_NAMESPACE });
const version = one(group('Cabecera', one(text('IDVersionTBAI', /^1\.2$/))));

/** Root elements by what a file is. */
const ROOTS: Readonly<Record<FileKind, { namespace: string; declaration: Declaration }>> = {
  issue: {
    namespace: 'urn:ticketbai:emision',
    declaration: group('TicketBai', version, one(subjects), one(invoice), one(chained), signature),
  },
  cancel: {
    namespace: 'urn:ticketbai:anulacion',
    declaration: group('AnulaTicketBai', version, ...cancelled, signature),
  },
  'correct-issue': {
    namespace: 'urn:ticketbai:zuzendu-alta',
    declaration: group(
      'SubsanacionModificacionTicketBAI',
      one(
        group('Cabecera', one(text('IDVersion', /^1\.0$/)), one(text('Accion', /^(?:SUBSANAR|MODIFICAR)$/))),
      ),
      ...[one(subjects), one(invoice), one(chained)],
      one(text('SignatureValueFirmaFactura', filled(100))),
    ),
  },
  'correct-cancel': {
    namespace: 'urn:ticketbai:zuzendu-baja',
    declaration: group(
      'SubsanacionAnulacionTicketBAI',
      one(group('Cabecera', one(text('IDVersion', /^1\.0$/)))),
      ...cancelled,
      one(text('SignatureValueFirmaAnulacion', filled(100))),
    ),
  },
};

/** What is wrong with a file; null when it is as its schema has it. Only its root has a namespace. */
export function complaint(root: Element, kind: FileKind): string | null {
  const { namespace, declaration } = ROOTS[kind];
  if (root.namespace !== namespace || root.name !== declaration.name) return `it is ${root.name}`;
  return check({ ...root, namespace: '' }, declaration, '');
}

const BASE64 = (t: string) => /^[A-Za-z\d+/]+={0,2}$/.test(t.replace(/\s/g, ''));
const SCHEMAS = 'https://www.batuz.eus/fitxategiak/batuz/LROE/esquemas/';

const income = one(
  group(
    'Renta',
    many(
      group(
        'DetalleRenta',
        one(text('Epigrafe', /^\d{0,7}$/)),
        optional(text('IngresoAComputarIRPFDiferenteBaseImpoIVA', YES_NO)),
        optional(text('ImporteIngresoIRPF', AMOUNT)),
        optional(text('CriterioCobrosYPagos', YES_NO)),
      ),
      10,
    ),
  ),
);

/** Messages of the book by model and operation. */
const BOOKS = {
  '140 A00': {
    ...{ root: 'LROEPF140IngresosConFacturaConSGAltaPeticion', list: 'Ingresos', entry: 'Ingreso' },
    ...{ schema: 'LROE_PF_140_1_1_Ingresos_ConfacturaConSG_AltaPeticion_V1_0_2.xsd', extra: [income] },
  },
  '140 AN0': {
    ...{ root: 'LROEPF140IngresosConFacturaConSGAnulacionPeticion', list: 'Ingresos', entry: 'Ingreso' },
    ...{ schema: 'LROE_PF_140_1_1_Ingresos_ConfacturaConSG_AnulacionPeticion_V1_0_0.xsd', extra: [] },
  },
  '240 A00': {
    ...{ root: 'LROEPJ240FacturasEmitidasConSGAltaPeticion', list: 'FacturasEmitidas' },
    ...{ entry: 'FacturaEmitida', extra: [] },
    schema: 'LROE_PJ_240_1_1_FacturasEmitidas_ConSG_AltaPeticion_V1_0_2.xsd',
  },
  '240 AN0': {
    ...{ root: 'LROEPJ240FacturasEmitidasConSGAnulacionPeticion', list: 'FacturasEmitidas' },
    ...{ entry: 'FacturaEmitida', extra: [] },
    schema: 'LROE_PJ_240_1_1_FacturasEmitidas_ConSG_AnulacionPeticion_V1_0_0.xsd',
  },
} as const satisfies Record<
  string,
  { root: string; list: string; entry: string; schema: string; extra: Particle[] }
>;

/** A message of the book that is as its schema has it. */
export interface BookContent {
  model: '140' | '240';
  operation: 'A00' | 'AN0';
  year: string;
  nif: string;
  /** Files, as they lie in it. */
  files: Buffer[];
}

/** Reads a message of the book; a text says what is wrong with it. */
export function readBook(root: Element): BookContent | string {
  const found = Object.entries(BOOKS).find(([, book]) => book.root === root.name);
  if (!found) return `it is ${root.name}`;
  const [key, { schema, list, entry, extra }] = found;
  const [model, operation] = key.split(' ') as [BookContent['model'], BookContent['operation']];
  if (root.namespace !== SCHEMAS + schema) return `its namespace is ${root.namespace}`;
  const file = operation === 'A00' ? 'TicketBai' : 'AnulacionTicketBai';
  const head = group(
    'Cabecera',
    one(text('Modelo', new RegExp(`^${model}$`))),
    one(text('Capitulo', /^1$/)),
    one(text('Subcapitulo', /^1\.1$/)),
    one(text('Operacion', new RegExp(`^${operation}$`))),
    one(text('Version', /^1\.0$/)),
    one(text('Ejercicio', /^\d{4}$/)),
    one(
      group(
        'ObligadoTributario',
        one(text('NIF', NIF)),
        one(text('ApellidosNombreRazonSocial', length(0, 120))),
      ),
    ),
  );
  const entries = group(list, many(group(entry, one(text(file, BASE64)), ...extra), 1000));
  const wrong = check({ ...root, namespace: '' }, group(root.name, one(head), one(entries)), '');
  if (wrong !== null) return wrong;
  const [cabecera, lines] = root.children as [Element, Element];
  const value = (element: Element, name: string) => element.children.find((c) => c.name === name)!;
  return {
    ...{ model, operation, year: value(cabecera, 'Ejercicio').text },
    nif: value(value(cabecera, 'ObligadoTributario'), 'NIF').text,
    files: lines.children.map((line) => Buffer.from(value(line, file).text, 'base64')),
  };
}
