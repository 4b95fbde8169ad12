/** What the emulated AEAT makes of a message: from the HTTP request to the answer. */
import type { X509Certificate } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { Misbehaving } from '../misbehaving.ts';
import type { Reply } from '../server.ts';
import { branch, envelope, leaf, partOf, readBody, SOAP, textOf, type Element } from '../xml.ts';
import { flawsOf, hashOf, isNif, type Flaw } from './rules.ts';
import { complaint, NAMESPACES } from './schema.ts';

/** A request that reached the emulator. */
export interface EmulatedRequest {
  /** Milliseconds since 1970. */
  at: number;
  /** Records of the message. */
  records: number;
  /** It said that its records come late. */
  incident: boolean;
  /** It came before the waiting time of the last answer was over. */
  early: boolean;
  /** EstadoEnvio, a code of a fault, or an HTTP status; null while it is not answered. */
  outcome: string | null;
}

/** A document that the AEAT knows. */
export interface StoredDocument {
  /** NIF, NumSerieFactura and date. */
  key: string;
  kind: string;
  total: string;
  state: 'Correcta' | 'AceptadaConErrores' | 'Anulada';
  /** How often it was taken: with each correction once more. */
  times: number;
}

/** A record that was taken, in order. */
export interface TakenRecord {
  key: string;
  isCancel: boolean;
  installation: string;
  hash: string;
  /** It corrects an earlier one. */
  isCorrection: boolean;
}

const TYPE = 'text/xml; charset=utf-8';

/** The service without its network. */
export class EmulatedService extends Misbehaving<number> {
  readonly documents = new Map<string, StoredDocument>();
  readonly taken: TakenRecord[] = [];
  /** TiempoEsperaEnvio of answers, seconds. */
  wait = 60;
  /** Records whose number says so are refused, with 1999; for tests of one in the middle of a message. */
  refusing: RegExp | null = null;
  private readonly clock: Clock;
  /** When each installation of a sender may send again. */
  private readonly next = new Map<string, number>();
  /** Numbers of records that were refused before. */
  private readonly rejected = new Set<string>();
  private csv = 0;

  constructor(clock: Clock) {
    super();
    this.clock = clock;
  }

  /** Forgets everything. */
  forget(): void {
    this.documents.clear();
    this.rejected.clear();
    this.next.clear();
    this.taken.length = 0;
  }

  /** Answers a request and completes the note about it. @param body null when it was too long to be read */
  answer(
    http: { url?: string | undefined; method?: string | undefined; type?: string | undefined },
    body: Buffer | null,
    client: X509Certificate | null,
    note: EmulatedRequest,
  ): Reply {
    const bare = (status: number): Reply => {
      note.outcome = String(status);
      return { status, type: 'text/html', body: '<html><body>Error</body></html>' };
    };
    if (!http.url?.endsWith('/VerifactuSOAP')) return bare(404);
    if (http.method !== 'POST') return bare(405);
    if (!/^text\/xml\b/i.test(http.type ?? '')) return bare(415);
    if (!client) return bare(403);
    const forced = this.forced.take();
    if (forced && 'http' in forced) return bare(forced.http);
    const spoilt = this.spoilt.take();
    const message = body && readBody(body);
    const fault = (code: number, text: string): Reply => {
      note.outcome = String(code);
      const inner = leaf('faultcode', 'env:Client') + leaf('faultstring', `Codigo[${code}].${text}`);
      const xml = `<env:Envelope xmlns:env="${SOAP}"><env:Body><env:Fault>${inner}</env:Fault></env:Body></env:Envelope>`;
      return { status: 500, type: TYPE, body: xml };
    };
    if (forced) return fault(forced.code, 'Error forzado.');
    if (!message) return fault(4102, 'El XML no cumple el esquema.');
    const problem = complaint(message);
    if (problem !== null)
      return fault(4102, `El XML no cumple el esquema. Falta informar campo obligatorio.: ${problem}`);
    const header = partOf(message, 'Cabecera')!;
    const nif = textOf(partOf(header, 'ObligadoEmision')!, 'NIF');
    if (!isNif(nif))
      return fault(
        4104,
        'Error en la cabecera: el valor del campo NIF del bloque ObligadoEmision no está identificado.',
      );
    if (!client.subject.includes(nif))
      return fault(4112, 'El titular del certificado debe ser Obligado Emisión.');
    const voluntary = partOf(header, 'RemisionVoluntaria');
    note.incident = voluntary !== undefined && textOf(voluntary, 'Incidencia') === 'S';
    const records = message.children.slice(1).map(({ children }) => children[0]!);
    note.records = records.length;
    const now = this.clock.now();
    const sender = `${nif} ${textOf(partOf(records[0]!, 'SistemaInformatico')!, 'NumeroInstalacion')}`;
    note.early = now < (this.next.get(sender) ?? 0) && records.length < 1000;
    this.next.set(sender, now + this.wait * 1000);
    const answer = this.answerTo(header, nif, records, now, note);
    return { status: 200, type: TYPE, body: spoilt === null ? envelope(answer) : '<html>proxy</html>' };
  }

  private answerTo(
    header: Element,
    nif: string,
    records: Element[],
    now: number,
    note: EmulatedRequest,
  ): string {
    const lines = records.map((record) => this.take(record, nif, now));
    const refused = lines.filter(({ state }) => state === 'Incorrecto').length;
    const state =
      refused === lines.length
        ? 'Incorrecto'
        : lines.every((one) => one.state === 'Correcto')
          ? 'Correcto'
          : 'ParcialmenteCorrecto';
    note.outcome = state;
    const name = textOf(partOf(header, 'ObligadoEmision')!, 'NombreRazon');
    const about =
      branch('r:Cabecera', branch('d:ObligadoEmision', leaf('d:NombreRazon', name), leaf('d:NIF', nif))) +
      leaf('r:TiempoEsperaEnvio', String(this.wait)) +
      leaf('r:EstadoEnvio', state);
    const csv = state === 'Incorrecto' ? '' : leaf('r:CSV', `A-EMU${String(++this.csv).padStart(11, '0')}`);
    const presented = branch(
      'r:DatosPresentacion',
      leaf('d:NIFPresentador', nif),
      leaf('d:TimestampPresentacion', new Date(now).toISOString()),
    );
    const inner = csv + (csv === '' ? '' : presented) + about + lines.map(({ xml }) => xml).join('');
    return `<r:RespuestaRegFactuSistemaFacturacion xmlns:r="${NAMESPACES.answer}" xmlns:d="${NAMESPACES.data}">${inner}</r:RespuestaRegFactuSistemaFacturacion>`;
  }

  /** Takes or refuses one record. */
  private take(record: Element, nif: string, now: number): { state: string; xml: string } {
    const isCancel = record.name === 'RegistroAnulacion';
    const suffix = isCancel ? 'Anulada' : '';
    const id = partOf(record, 'IDFactura')!;
    const [number, date] = [
      textOf(id, `NumSerieFactura${suffix}`),
      textOf(id, `FechaExpedicionFactura${suffix}`),
    ];
    const key = `${nif} ${number} ${date}`;
    const known = this.documents.get(key);
    const flaws = flawsOf(record, nif, now);
    if (this.refusing?.test(number))
      flaws.unshift({ code: 1999, text: 'Rechazado por el emulador.', isError: true });
    const order = isCancel ? this.cancelFlaw(record, key, known) : this.issueFlaw(record, key, known);
    if (order && !flaws.some(({ isError }) => isError)) flaws.unshift(order);
    const chain = this.chainFlaw(record);
    if (chain) flaws.push(chain);
    const [flaw] = flaws;
    const state = !flaw ? 'Correcto' : flaw.isError ? 'Incorrecto' : 'AceptadoConErrores';
    if (state === 'Incorrecto') {
      if (flaw!.code < 3000) this.rejected.add(key);
    } else this.store(record, key, isCancel, state);
    const again =
      flaw?.code === 3000
        ? branch(
            'r:RegistroDuplicado',
            leaf('d:IdPeticionRegistroDuplicado', '1'),
            leaf('d:EstadoRegistroDuplicado', known!.state),
          )
        : '';
    const xml = branch(
      'r:RespuestaLinea',
      branch(
        'r:IDFactura',
        leaf('d:IDEmisorFactura', nif),
        leaf('d:NumSerieFactura', number),
        leaf('d:FechaExpedicionFactura', date),
      ),
      branch('r:Operacion', leaf('d:TipoOperacion', isCancel ? 'Anulacion' : 'Alta')),
      leaf('r:EstadoRegistro', state),
      flaw
        ? leaf('r:CodigoErrorRegistro', String(flaw.code)) + leaf('r:DescripcionErrorRegistro', flaw.text)
        : '',
      again,
    );
    return { state, xml };
  }

  private issueFlaw(record: Element, key: string, known: StoredDocument | undefined): Flaw | null {
    const error = (code: number, text: string): Flaw => ({ code, text, isError: true });
    const corrects = textOf(record, 'Subsanacion') === 'S';
    const rejection = textOf(record, 'RechazoPrevio') || 'N';
    if (!corrects) return known ? error(3000, 'Registro de facturación duplicado.') : null;
    if (rejection === 'X')
      return known
        ? error(3000, 'Registro de facturación duplicado.')
        : this.rejected.has(key)
          ? null
          : error(1160, 'RechazoPrevio X sin rechazo anterior.');
    return known ? null : error(3002, 'No existe el registro de facturación.');
  }

  private cancelFlaw(record: Element, key: string, known: StoredDocument | undefined): Flaw | null {
    const error = (code: number, text: string): Flaw => ({ code, text, isError: true });
    if (known?.state === 'Anulada') return error(3001, 'El registro de facturación ya ha sido dado de baja.');
    const without = textOf(record, 'SinRegistroPrevio') === 'S';
    if (known) return without ? error(1161, 'SinRegistroPrevio con registro.') : null;
    return without && this.rejected.has(key) ? null : error(3002, 'No existe el registro de facturación.');
  }

  /** The chain of an installation: each record stands behind the one that was taken or refused last. */
  private chainFlaw(record: Element): Flaw | null {
    const system = partOf(record, 'SistemaInformatico')!;
    const installation = `${textOf(system, 'IdSistemaInformatico')} ${textOf(system, 'NumeroInstalacion')}`;
    const before = this.chains.get(installation) ?? null;
    const named = partOf(partOf(record, 'Encadenamiento')!, 'RegistroAnterior');
    const hash = textOf(record, 'Huella');
    const seen = this.seen.has(hash);
    this.seen.add(hash);
    if (seen) return null;
    this.chains.set(installation, hash);
    const follows = before === null ? true : named !== undefined && textOf(named, 'Huella') === before;
    return follows
      ? null
      : { code: 2007, text: 'El registro no sigue al anterior de la cadena.', isError: false };
  }

  /** The last hash of each installation. */
  private readonly chains = new Map<string, string>();
  /** Hashes of all records that came. */
  private readonly seen = new Set<string>();

  private store(record: Element, key: string, isCancel: boolean, state: string): void {
    const known = this.documents.get(key);
    const installation = textOf(partOf(record, 'SistemaInformatico')!, 'NumeroInstalacion');
    const isCorrection = textOf(record, 'Subsanacion') === 'S';
    this.taken.push({ key, isCancel, installation, hash: hashOf(record), isCorrection });
    if (isCancel) {
      const nothing = { key, kind: '', total: '', times: 0 };
      this.documents.set(key, { ...(known ?? nothing), state: 'Anulada' });
      return;
    }
    this.documents.set(key, {
      key,
      kind: textOf(record, 'TipoFactura'),
      total: textOf(record, 'ImporteTotal'),
      state: state === 'Correcto' ? 'Correcta' : 'AceptadaConErrores',
      times: (known?.times ?? 0) + 1,
    });
  }
}
