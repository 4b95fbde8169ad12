/** The three provinces of TicketBAI: what each wants differently. */
import type { SignaturePolicy } from '../../base/xades.ts';
import type { Region } from '../region.ts';

/** A province as `ES_Region` names it. */
export type ProvinceRegion = Extract<Region, 'araba' | 'bizkaia' | 'gipuzkoa'>;

/** What is sent: an invoice, a cancellation, a correction of either. */
export type Sent = 'issue' | 'cancel' | 'correct-issue' | 'correct-cancel';

/** Addresses of a system of a province. */
export interface Addresses {
  /** Up to the path of the services, without slash. */
  service: string;
  /** Of the QR code, up to the question mark. */
  qr: string;
}

/** What is known of a province. */
export interface Province {
  region: ProvinceRegion;
  name: string;
  policy: SignaturePolicy;
  production: Addresses;
  test: Addresses;
  /** Paths of what is sent, beneath the service; null where all goes into the book of Bizkaia (LROE). */
  paths: Readonly<Record<Sent, string>> | null;
}

/** By their regions. */
export const PROVINCES: Readonly<Record<ProvinceRegion, Province>> = {
  araba: {
    region: 'araba',
    name: 'Araba',
    policy: {
      id: 'https://ticketbai.araba.eus/tbai/sinadura/',
      digest: 'sha256',
      hash: 'd69VEBc4ED4QbwnDtCA2JESgJiw+rwzfutcaSl5gYvM=',
    },
    production: {
      service: 'https://ticketbai.araba.eus/TicketBAI/v1',
      qr: 'https://ticketbai.araba.eus/tbai/qrtbai/',
    },
    test: {
      service: 'https://pruebas-ticketbai.araba.eus/TicketBAI/v1',
      qr: 'https://pruebas-ticketbai.araba.eus/tbai/qrtbai/',
    },
    paths: {
      issue: '/facturas/',
      cancel: '/anulaciones/',
      'correct-issue': '/facturas/subsanarmodificar',
      'correct-cancel': '/anulaciones/baja',
    },
  },
  bizkaia: {
    region: 'bizkaia',
    name: 'Bizkaia',
    policy: {
      id: 'https://www.batuz.eus/fitxategiak/batuz/ticketbai/sinadura_elektronikoaren_zehaztapenak_especificaciones_de_la_firma_electronica_v1_0.pdf',
      digest: 'sha256',
      hash: 'Quzn98x3PMbSHwbUzaj5f5KOpiH0u8bvmwbbbNkO9Es=',
    },
    production: { service: 'https://sarrerak.bizkaia.eus', qr: 'https://batuz.eus/QRTBAI/' },
    test: { service: 'https://pruesarrerak.bizkaia.eus', qr: 'https://batuz.eus/QRTBAI/' },
    paths: null,
  },
  gipuzkoa: {
    region: 'gipuzkoa',
    name: 'Gipuzkoa',
    policy: {
      id: 'https://www.gipuzkoa.eus/ticketbai/sinadura',
      digest: 'sha256',
      hash: 'vSe1CH7eAFVkGN0X2Y7Nl9XGUoBnziDA5BGUSsyt8mg=',
    },
    production: {
      service: 'https://tbai-z.egoitza.gipuzkoa.eus',
      qr: 'https://tbai.egoitza.gipuzkoa.eus/qr/',
    },
    test: { service: 'https://tbai-z.prep.gipuzkoa.eus', qr: 'https://tbai.prep.gipuzkoa.eus/qr/' },
    paths: {
      issue: '/sarrerak/alta',
      cancel: '/sarrerak/baja',
      'correct-issue': '/sarrerak/zuzendu-alta',
      'correct-cancel': '/sarrerak/zuzendu-baja',
    },
  },
};
