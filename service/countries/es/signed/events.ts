/**
 * The event log of systems that keep their records (RD 1007/2023, art. 9): begin and end of its use,
 * restores, exports, and a summary every six hours. Events are a signed chain of their own (EventosSIF.xsd).
 */
import type { Json } from '../../../receipt/json.ts';
import { amountText, sumMinor } from '../../../receipt/money.ts';
import { isTree } from '../../../receipt/tree.ts';
import { canonicalElement } from '../../base/xades.ts';
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import type { StateChange } from '../../contract/work.ts';
import { configuredTerminal } from '../../../receipt/cfg.ts';
import { SYSTEM_ID } from '../declaration.ts';
import { spanishTime } from '../moment.ts';
import { bareNif, isNif } from '../nif.ts';
import { issuerOf } from '../receipt-document.ts';
import { installationOf } from '../series.ts';
import { hashOf } from '../verifactu/hash.ts';
import { softwareOf, type Software } from '../verifactu/record.ts';
import { signerOf } from './sign.ts';
import { NO_TALLY, TALLY_KEY, tallyOf, type Tally } from './tally.ts';

/** Namespace of events. */
export const EVENT_NAMESPACE =
  'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/EventosSIF.xsd';

/** Kinds that this program notes (TipoEvento). */
export const EVENTS = { begin: '01', end: '02', restored: '07', exported: '08', summary: '10' } as const;
/** A kind. */
export type EventType = (typeof EVENTS)[keyof typeof EVENTS];

/** State key of where the chain of events ends. */
export const EVENTS_KEY = 'ES/events';
const PREFIX = 'sf';

/** Where the chain of events ends. */
export interface EventLink extends Record<string, Json> {
  type: string;
  time: string;
  hash: string;
  /** When the last summary was made, ms since 1970. */
  summary: number;
  /** How many of each type since then. */
  counts: Record<string, number>;
  /** The system is in use. */
  open: boolean;
}

/** Where the chain of events of a register ends; null before its first one. */
export function lastEvent(state: Pick<State, 'get'>): EventLink | null {
  const kept = state.get(EVENTS_KEY);
  return isTree(kept) && typeof kept.hash === 'string' ? (kept as unknown as EventLink) : null;
}

/**
 * Notes an event; null when it cannot be signed.
 * @param more.text what is said of it, at most 100 characters
 * @param more.changes further state changes
 */
export function eventChange(
  type: EventType,
  context: CountryContext,
  more: { text?: string; changes?: Record<string, Json> } = {},
): StateChange | null {
  const sign = signerOf(context);
  if (!sign) return null;
  const { product, version, producer } = context.program();
  const now = context.clock.now();
  const change: StateChange = {
    event: 'es-event',
    details: { Type: type },
    changes(state) {
      const terminal = configuredTerminal(context.cfg);
      const { installation, changes: begun } = installationOf(state, terminal, context.now);
      const software = { producer, name: product.slice(0, 30), version: version.slice(0, 50), installation };
      const before = lastEvent(state);
      const isSummary = type === EVENTS.summary;
      const event = { type, time: spanishTime(now, context.cfg), before, software, text: more.text ?? '' };
      const tally = tallyOf(state);
      const { name, nif } = issuerOf(context.cfg);
      const hash = eventHash(event, nif);
      const content = eventContent(event, { name, nif }, isSummary ? summaryOf(before, tally) : '', hash);
      const xml = withInnerSignature(
        sign({ name: 'RegistroEvento', namespace: EVENT_NAMESPACE, content, hash }),
      );
      const counts = isSummary ? {} : { ...before?.counts, [type]: (before?.counts[type] ?? 0) + 1 };
      const link: EventLink = {
        ...{ type, time: event.time, hash, counts },
        summary: isSummary || !before ? now : before.summary,
        open: type !== EVENTS.end,
      };
      change.kept = { event: { xml, hash, installation } };
      return {
        ...begun,
        ...more.changes,
        [EVENTS_KEY]: link,
        ...(isSummary && { [TALLY_KEY]: { ...NO_TALLY } }),
      };
    },
  };
  return change;
}

/**
 * The schema wants the signature of the whole document in `Evento`. Its digest is of what is left without
 * it, so that it may be moved.
 */
function withInnerSignature(xml: string): string {
  return xml.replace(/(<\/sf:Evento>)(<ds:Signature.*<\/ds:Signature>)/s, '$2$1');
}

/** The same with its signature at the end of the root, where verifiers of documents look for it. */
export function withOuterSignature(xml: string): string {
  return xml.replace(/(<ds:Signature.*<\/ds:Signature>)(<\/sf:Evento>)/s, '$2$1');
}

interface Event {
  type: string;
  time: string;
  before: EventLink | null;
  software: Software;
  text: string;
}

/** The hash of an event. */
export function eventHash({ type, time, before, software }: Event, nif: string): string {
  const { producer, version, installation } = software;
  const own = bareNif(producer.taxId);
  return hashOf([
    ['NIF', isNif(own) ? own : ''],
    ['ID', isNif(own) ? '' : producer.taxId],
    ['IdSistemaInformatico', SYSTEM_ID],
    ['Version', version],
    ['NumeroInstalacion', installation],
    ['NIF', nif],
    ['TipoEvento', type],
    ['HuellaEvento', before?.hash ?? ''],
    ['FechaHoraHusoGenEvento', time],
  ]);
}

function eventContent(
  { type, time, before, software, text }: Event,
  obliged: { name: string; nif: string },
  own: string,
  hash: string,
): string {
  const chain = before
    ? branch(
        'EventoAnterior',
        element('TipoEvento', before.type) +
          element('FechaHoraHusoGenEvento', before.time) +
          element('HuellaEvento', before.hash),
      )
    : element('PrimerEvento', 'S');
  return (
    element('IDVersion', '1.0') +
    branch(
      'Evento',
      softwareOf(software) +
        branch('ObligadoEmision', element('NombreRazon', obliged.name) + element('NIF', obliged.nif)) +
        element('FechaHoraHusoGenEvento', time) +
        element('TipoEvento', type) +
        (own === '' ? '' : branch('DatosPropiosEvento', own)) +
        (text === '' ? '' : element('OtrosDatosEvento', text.slice(0, 100))) +
        branch('Encadenamiento', chain) +
        element('TipoHuella', '01') +
        element('HuellaEvento', hash),
    )
  );
}

/** What a summary says of the records since the one before. */
function summaryOf(before: EventLink | null, { altas, cancels, quota, total, first, last }: Tally): string {
  const counts = Object.entries(before?.counts ?? {}).filter(([, count]) => count > 0);
  const types = (counts.length > 0 ? counts : [[EVENTS.summary, 0] as const]).map(([type, count]) =>
    branch(
      'TipoEvento',
      element('TipoEvento', type) + element('NumeroDeEventos', String(Math.min(count, 9999))),
    ),
  );
  const ends = [
    ['RegistroFacturacionInicialPeriodo', first],
    ['RegistroFacturacionFinalPeriodo', last],
  ] as const;
  return branch(
    'ResumenEventos',
    types.join('') +
      ends
        .map(([name, link]) =>
          link === null
            ? ''
            : branch(
                name,
                element('IDEmisorFactura', link.nif) +
                  element('NumSerieFactura', link.number) +
                  element('FechaExpedicionFactura', link.date) +
                  element('Huella', link.hash),
              ),
        )
        .join('') +
      element('NumeroDeRegistrosFacturacionAltaGenerados', String(altas)) +
      element('SumaCuotaTotalAlta', amountText(sumMinor(quota, 2), 2)) +
      element('SumaImporteTotalAlta', amountText(sumMinor(total, 2), 2)) +
      element('NumeroDeRegistrosFacturacionAnulacionGenerados', String(cancels)),
  );
}

function element(name: string, text: string): string {
  return canonicalElement(`${PREFIX}:${name}`, text);
}

function branch(name: string, inner: string): string {
  return `<${PREFIX}:${name}>${inner}</${PREFIX}:${name}>`;
}
