/** The series that a simulated authority knows, and the rules of their life. */
import { randomInt } from 'node:crypto';
import type { Complaint, Fields } from './shape.ts';

/** A series, with the field names of the WSDL. Tests may change and remove them. */
export interface StoredSeries {
  /** NIF of the taxpayer whose series it is. */
  nif: string;
  serie: string;
  tipoSerie: string;
  classeDoc: string;
  tipoDoc: string;
  numInicialSeq: string;
  dataInicioPrevUtiliz: string;
  seqUltimoDocEmitido?: string;
  meioProcessamento: string;
  numCertSWFatur: string;
  codValidacaoSerie: string;
  /** `YYYY-MM-DD`. */
  dataRegisto: string;
  /** `A` active, `N` annulled, `F` finalised. */
  estado: string;
  motivoEstado?: string;
  justificacao?: string;
  /** Time of the last change of the status. */
  dataEstado: string;
  nifComunicou: string;
}

/** What an operation comes to: its success code and series, or a complaint. */
export type Done = { code: number; series: StoredSeries[] } | Complaint;

const DAY = 24 * 3_600_000;
const CODE_LETTERS = 'BCDFGHJKMNPQRSTVWXYZ23456789';

/** Series of all taxpayers. */
export class Registry {
  readonly series: StoredSeries[] = [];
  /** Taxpayers without open activity. */
  readonly inactive = new Set<string>();

  /** `registarSerie` by a taxpayer at a time (milliseconds since 1970). */
  register(nif: string, fields: Fields, now: number): Done {
    if (this.inactive.has(nif)) return { code: 4043, about: nif };
    if (fields.dataInicioPrevUtiliz! < lisbonDay(now)) return { code: 4049, about: 'dataInicioPrevUtiliz' };
    if (this.find(nif, fields)) return { code: 4001, about: `${fields.tipoDoc} ${fields.serie}` };
    const added: StoredSeries = {
      nif,
      serie: fields.serie!,
      tipoSerie: fields.tipoSerie!,
      classeDoc: fields.classeDoc!,
      tipoDoc: fields.tipoDoc!,
      numInicialSeq: fields.numInicialSeq!,
      dataInicioPrevUtiliz: fields.dataInicioPrevUtiliz!,
      meioProcessamento: fields.meioProcessamento!,
      numCertSWFatur: fields.numCertSWFatur!,
      codValidacaoSerie: this.newCode(),
      dataRegisto: lisbonDay(now),
      estado: 'A',
      dataEstado: new Date(now).toISOString(),
      nifComunicou: nif,
    };
    this.series.push(added);
    return { code: 2001, series: [added] };
  }

  /** `finalizarSerie`. */
  finalise(nif: string, fields: Fields, now: number): Done {
    const found = this.active(nif, fields, 4005);
    if ('code' in found) return found;
    const last = fields.seqUltimoDocEmitido!;
    if (BigInt(last) < BigInt(found.numInicialSeq)) return { code: 4047, about: 'seqUltimoDocEmitido' };
    found.estado = 'F';
    found.seqUltimoDocEmitido = last;
    if (fields.justificacao) found.justificacao = fields.justificacao;
    found.dataEstado = new Date(now).toISOString();
    return { code: 2004, series: [found] };
  }

  /** `anularSerie`: by the day after the registration, and with the declaration that nothing was issued. */
  annul(nif: string, fields: Fields, now: number): Done {
    if (fields.motivo !== 'ER') return { code: 4051, about: 'motivo' };
    const found = this.active(nif, fields, 4004);
    if ('code' in found) return found;
    if (!/^(true|1)$/.test(fields.declaracaoNaoEmissao!)) {
      return { code: 4004, about: 'declaracaoNaoEmissao' };
    }
    if (lisbonDay(now - DAY) > found.dataRegisto) return { code: 4004, about: 'prazo' };
    found.estado = 'N';
    found.motivoEstado = 'ER';
    found.dataEstado = new Date(now).toISOString();
    return { code: 2003, series: [found] };
  }

  /** `consultarSeries`. */
  query(nif: string, fields: Fields): Done {
    const { dataRegistoDe: from, dataRegistoAte: till, serie, ...equal } = fields;
    if (from && till && from > till) return { code: 4048, about: 'dataRegistoDe' };
    const series = this.series.filter(
      (one) =>
        one.nif === nif &&
        (!serie || sameName(one.serie, serie)) &&
        (!from || one.dataRegisto >= from) &&
        (!till || one.dataRegisto <= till) &&
        Object.entries(equal).every(([name, value]) => one[name as keyof StoredSeries] === value),
    );
    return { code: 2002, series };
  }

  private find(nif: string, { serie, tipoDoc }: Fields): StoredSeries | undefined {
    return this.series.find((s) => s.nif === nif && s.tipoDoc === tipoDoc && sameName(s.serie, serie!));
  }

  private active(nif: string, fields: Fields, code: number): StoredSeries | Complaint {
    const found = this.find(nif, fields);
    if (!found) return { code, about: 'serie' };
    if (found.codValidacaoSerie !== fields.codValidacaoSerie) return { code, about: 'codValidacaoSerie' };
    return found.estado === 'A' ? found : { code, about: `estado ${found.estado}` };
  }

  private newCode(): string {
    const code = Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
    return this.series.some((s) => s.codValidacaoSerie === code) ? this.newCode() : code;
  }
}

/** The day in Portugal, `YYYY-MM-DD`. */
function lisbonDay(ms: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Lisbon' }).format(ms);
}

function sameName(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}
