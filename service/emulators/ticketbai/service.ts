/** What the emulated treasuries make of a request: from the HTTP message to the answer of each province. */
import type { X509Certificate } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Clock } from '../../clock.ts';
import { localTime } from '../../clock.ts';
import { Misbehaving } from '../misbehaving.ts';
import type { Reply } from '../server.ts';
import { branch, leaf, readRoot } from '../xml.ts';
import { Books, type Judged } from './books.ts';
import { readBook, type BookContent, type FileKind } from './schema.ts';

/** A province, by its name in small letters. */
export type Province = 'araba' | 'bizkaia' | 'gipuzkoa';

/** A request that reached the emulator. */
export interface EmulatedRequest {
  /** Milliseconds since 1970. */
  at: number;
  province: Province | null;
  /** What files it has; null while it is not known. */
  kind: FileKind | null;
  /** How many files it has. */
  count: number;
  /** Of the first file: `NIF series/number day`. */
  key: string | null;
  /** `00`, codes, an HTTP status; null while it is not answered. */
  outcome: string | null;
}

/** An HTTP request as the service sees it. */
export interface HttpRequest {
  url?: string | undefined;
  method?: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** How to make the service. */
export interface ServiceOptions {
  clock: Clock;
  ca: X509Certificate;
}

const PATHS: Readonly<Record<string, [Province, FileKind]>> = {
  '/TicketBAI/v1/facturas/': ['araba', 'issue'],
  '/TicketBAI/v1/anulaciones/': ['araba', 'cancel'],
  '/TicketBAI/v1/facturas/subsanarmodificar': ['araba', 'correct-issue'],
  '/TicketBAI/v1/anulaciones/baja': ['araba', 'correct-cancel'],
  '/sarrerak/alta': ['gipuzkoa', 'issue'],
  '/sarrerak/baja': ['gipuzkoa', 'cancel'],
  '/sarrerak/zuzendu-alta': ['gipuzkoa', 'correct-issue'],
  '/sarrerak/zuzendu-baja': ['gipuzkoa', 'correct-cancel'],
};
const BOOK = '/N3B4000M/aurkezpena';
/** Hashes of the signature policies. */
const POLICIES: Readonly<Record<Province, string>> = {
  araba: 'd69VEBc4ED4QbwnDtCA2JESgJiw+rwzfutcaSl5gYvM=',
  bizkaia: 'Quzn98x3PMbSHwbUzaj5f5KOpiH0u8bvmwbbbNkO9Es=',
  gipuzkoa: 'vSe1CH7eAFVkGN0X2Y7Nl9XGUoBnziDA5BGUSsyt8mg=',
};
/** What Bizkaia calls the same. */
const BOOK_CODES: Readonly<Record<string, string>> = {
  ...{ '002': 'B4_2000001', '004': 'B4_2000008', '005': 'B4_2000003', '019': 'B4_2000003' },
  ...{ '018': 'B4_2000004' },
};
const LONGEST_MESSAGE = 40_000_000;
const TYPE = 'application/xml; charset=utf-8';

/** The three services without their network. */
export class EmulatedService extends Misbehaving<string> {
  readonly books: Readonly<Record<Province, Books>> = {
    araba: new Books(),
    bizkaia: new Books(),
    gipuzkoa: new Books(),
  };
  private readonly options: ServiceOptions;

  constructor(options: ServiceOptions) {
    super();
    this.options = options;
  }

  /** Forgets everything. */
  forget(): void {
    for (const books of Object.values(this.books)) books.forget();
  }

  /**
   * Answers a request and completes the note about it.
   * @param body null when it was too long to be read
   */
  answer(http: HttpRequest, client: X509Certificate, body: Buffer | null, note: EmulatedRequest): Reply {
    if (http.url !== BOOK && !PATHS[http.url ?? '']) return bare(404, note);
    if (http.method !== 'POST') return bare(405, note);
    if (body === null) return bare(413, note);
    const forced = this.forced.take();
    if (forced && 'http' in forced) return bare(forced.http, note);
    const reply = this.perform(http, client, body, forced?.code ?? null, note);
    // Answers are not signed: all ways to spoil them are one.
    return this.spoilt.take() === null
      ? reply
      : { status: 200, type: 'text/html', body: '<html>Mantenua</html>' };
  }

  private perform(
    http: HttpRequest,
    client: X509Certificate,
    body: Buffer,
    forced: string | null,
    note: EmulatedRequest,
  ): Reply {
    const path = PATHS[http.url ?? ''];
    if (!path) return this.book(http, client, body, forced, note);
    if (!/^application\/xml\b/i.test(String(http.headers['content-type'] ?? ''))) return bare(415, note);
    const [province, kind] = path;
    Object.assign(note, { province, kind, count: 1 });
    const judged = this.judge(province, kind, body, client, forced);
    note.key = judged.key;
    note.outcome = judged.refused ?? ['00', ...judged.warnings].join(' ');
    return { status: 200, type: TYPE, body: this.provinceAnswer(judged, note) };
  }

  private judge(
    province: Province,
    kind: FileKind,
    file: Buffer,
    client: X509Certificate,
    forced: string | null,
  ): Judged {
    const { ca, clock } = this.options;
    return this.books[province].take(
      file,
      kind,
      { ca, client, policy: POLICIES[province], now: clock.now() },
      forced,
    );
  }

  private provinceAnswer({ refused, warnings }: Judged, note: EmulatedRequest): string {
    const time = localTime(note.at).replace(/^(\d+)-(\d+)-(\d+)T/, '$3-$2-$1 ');
    const result = (code: string) =>
      branch(
        'ResultadosValidacion',
        leaf('Codigo', code),
        leaf('Descripcion', `Error ${code}`),
        leaf('Azalpena', `Errorea ${code}`),
      );
    const output = branch(
      'Salida',
      leaf('FechaRecepcion', time),
      leaf('Estado', refused === null ? '00' : '01'),
      leaf('Descripcion', refused === null ? 'Recibido' : 'Rechazado'),
      leaf('Azalpena', refused === null ? 'Jasota' : 'Baztertuta'),
      ...(refused === null ? warnings : [refused]).map(result),
      ...(refused === null ? [leaf('CSV', `TBAI${note.at.toString(36).toUpperCase()}`)] : []),
    );
    return `<?xml version="1.0" encoding="UTF-8"?><T:TicketBaiResponse xmlns:T="urn:ticketbai:emision">${output}</T:TicketBaiResponse>`;
  }

  private book(
    http: HttpRequest,
    client: X509Certificate,
    body: Buffer,
    forced: string | null,
    note: EmulatedRequest,
  ): Reply {
    note.province = 'bizkaia';
    const refuse = (code: string, message: string): Reply => {
      note.outcome = code;
      return { status: 200, type: TYPE, body: '', headers: headersOf('Incorrecto', code, message) };
    };
    const data = dataOf(http);
    if (data === null) return refuse('N3_0000011', 'Cabeceras incorrectas');
    let xml: Buffer;
    try {
      xml = gunzipSync(body, { maxOutputLength: LONGEST_MESSAGE });
    } catch {
      return refuse('B4_1000001', 'El mensaje no esta comprimido');
    }
    const root = readRoot(xml);
    const content = root ? readBook(root) : 'it is no XML';
    if (typeof content === 'string') return refuse('B4_1000001', 'El XML no cumple el esquema');
    const { model, operation, year, nif, files } = content;
    if (data.nif !== nif || data.model !== model || data.year !== year)
      return refuse('B4_1000003', 'La cabecera no corresponde al mensaje');
    if (forced?.startsWith('B4_1') || forced?.startsWith('N3')) return refuse(forced, 'Error tecnico');
    if (!client.subject.includes(nif)) return refuse('N3_0000011', 'El certificado es de otra persona');
    const kind: FileKind = operation === 'A00' ? 'issue' : 'cancel';
    const judged = files.map((file, i) => {
      const one = this.judge('bizkaia', kind, file, client, i === 0 ? forced : null);
      const isOther =
        one.refused === null &&
        one.key !== null &&
        (!one.key.startsWith(`${nif} `) || !one.key.endsWith(year));
      return { file, one: isOther ? { ...one, refused: '004' } : one };
    });
    Object.assign(note, { kind, count: files.length, key: judged[0]!.one.key });
    note.outcome = judged.map(({ one }) => one.refused ?? ['00', ...one.warnings].join(' ')).join(', ');
    return bookReply(content, judged);
  }
}

function bookReply(
  { model, operation, year, nif }: BookContent,
  judged: readonly { file: Buffer; one: Judged }[],
): Reply {
  const bad = judged.filter(({ one }) => one.refused !== null).length;
  const kind = bad === 0 ? 'Correcto' : bad < judged.length ? 'ParcialmenteCorrecto' : 'Incorrecto';
  const root =
    model === '240'
      ? `LROEPJ240FacturasEmitidasConSG${operation === 'A00' ? 'Alta' : 'Anulacion'}Respuesta`
      : `LROEPF140IngresosConFacturaConSG${operation === 'A00' ? 'Alta' : 'Anulacion'}Respuesta`;
  const schema =
    root === 'LROEPJ240FacturasEmitidasConSGAltaRespuesta'
      ? 'LROE_PJ_240_1_1_FacturasEmitidas_ConSG_AltaRespuesta_V1_0_1.xsd'
      : `${root}.xsd`;
  const entries = judged.map(({ file, one }) => {
    const id = one.id
      ? branch(
          'IDFactura',
          ...(one.id.series === '' ? [] : [leaf('SerieFactura', one.id.series)]),
          leaf('NumFactura', one.id.number),
          leaf('FechaExpedicionFactura', one.id.date),
        )
      : leaf('TicketBai', file.toString('base64'));
    const code = one.refused ?? one.warnings[0];
    const state =
      one.refused !== null ? 'Incorrecto' : code === undefined ? 'Correcto' : 'AceptadoConErrores';
    return branch(
      'Registro',
      branch('Identificador', id),
      branch(
        'SituacionRegistro',
        leaf('EstadoRegistro', state),
        ...(code === undefined
          ? []
          : [
              leaf(
                'CodigoErrorRegistro',
                code.startsWith('B4') ? code : (BOOK_CODES[code] ?? `B4_2000${code}`),
              ),
              leaf('DescripcionErrorRegistroES', `Error ${code}`),
              leaf('DescripcionErrorRegistroEU', `Errorea ${code}`),
            ]),
      ),
    );
  });
  const head = branch(
    'Cabecera',
    leaf('Modelo', model),
    leaf('Capitulo', '1'),
    leaf('Subcapitulo', '1.1'),
    leaf('Operacion', operation),
    leaf('Version', '1.0'),
    leaf('Ejercicio', year),
    branch('ObligadoTributario', leaf('NIF', nif), leaf('ApellidosNombreRazonSocial', nif)),
  );
  const xml =
    `<?xml version="1.0" encoding="UTF-8"?><ns2:${root} xmlns:ns2="https://www.batuz.eus/fitxategiak/batuz/LROE/esquemas/${schema}">` +
    `${head}${branch('Registros', ...entries)}</ns2:${root}>`;
  const code = kind === 'Correcto' ? '' : kind === 'Incorrecto' ? 'B4_1000002' : 'B4_1000000';
  const headers = { ...headersOf(kind, code, kind), 'content-encoding': 'gzip' };
  return { status: 200, type: 'application/octet-stream', body: gzipSync(xml), headers };
}

function headersOf(kind: string, code: string, message: string): Record<string, string> {
  return {
    'eus-bizkaia-n3-tipo-respuesta': kind,
    'eus-bizkaia-n3-codigo-respuesta': code,
    'eus-bizkaia-n3-mensaje-respuesta': message,
  };
}

/** Who sends what, as the headers say it; null when they are not as they have to be. */
function dataOf({ headers }: HttpRequest): { nif: string; model: string; year: string } | null {
  const is = (name: string, value: string) => headers[name] === value;
  const isComplete =
    is('content-encoding', 'gzip') &&
    is('content-type', 'application/octet-stream') &&
    is('eus-bizkaia-n3-version', '1.0') &&
    is('eus-bizkaia-n3-content-type', 'application/xml');
  if (!isComplete) return null;
  try {
    const data = JSON.parse(String(headers['eus-bizkaia-n3-data'])) as {
      con?: string;
      apa?: string;
      inte?: { nif?: string; nrs?: string; ap1?: string };
      drs?: { mode?: string; ejer?: string };
    };
    const { con, apa, inte, drs } = data;
    const isPerson = drs?.mode === '140';
    if (con !== 'LROE' || apa !== '1.1' || !inte?.nrs || (isPerson && !inte.ap1)) return null;
    return { nif: inte.nif ?? '', model: drs?.mode ?? '', year: drs?.ejer ?? '' };
  } catch {
    return null;
  }
}

function bare(status: number, note: EmulatedRequest): Reply {
  note.outcome = String(status);
  return { status, type: 'text/plain', body: '' };
}
