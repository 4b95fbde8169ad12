/** Fiscal printers by the names that the profile has for them (`Printer`). */
import { addressText, portAddress } from '../ports/address.ts';
import type { DeviceLogin } from '../ports/device-auth.ts';
import type { FiscalPrinter } from './contract.ts';
import { customRtServer } from './custom-rts/server.ts';
import { customPrinter } from './custom/printer.ts';
import { epsonPrinter } from './epson-fp/printer.ts';
import { huJsonPrinter } from './hu-json/printer.ts';

/** How to reach and drive a printer. */
export interface FiscalPrinterOptions {
  host: string;
  port: number;
  /** By HTTPS. */
  isSecure: boolean;
  /** Any certificate is taken for its own (`Fiscal_acceptUnauthorized`). */
  acceptAny: boolean;
  /** `Device_Auth`. */
  login: DeviceLogin | null;
  /** Longest time for a receipt, ms. */
  receiptMs: number;
  /** Takes a line for each message and answer; missing: nobody wants to know. */
  trace?: ((line: string) => void) | undefined;
  /** Today, `YYYY-MM-DD`. */
  today(): string;
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  now(): string;
}

/** A driver. */
export interface FiscalPrinterModel {
  name: string;
  /** What its maker calls it. */
  title: string;
  open(options: FiscalPrinterOptions): FiscalPrinter;
}

/** What printers with a web server listen on, by HTTP and by HTTPS. */
const [HTTP_PORT, HTTPS_PORT] = [80, 443];
/** Longest time for a question, ms. */
const QUESTION_MS = 5000;

/** All that there are. */
export const FISCAL_MODELS: readonly FiscalPrinterModel[] = [
  { name: 'epson-fp', title: 'Epson FP', open: (options) => epsonPrinter(timed(options)) },
  { name: 'custom-fp', title: 'Custom RT', open: (options) => customPrinter(timed(options)) },
  { name: 'custom-rts', title: 'Custom Server RT', open: (options) => customRtServer(timed(options)) },
  { name: 'hu-json', title: 'Laurel (JSON)', open: (options) => huJsonPrinter(timed(options)) },
];

function timed(options: FiscalPrinterOptions) {
  const { isSecure, acceptAny, receiptMs } = options;
  const tls = isSecure ? { acceptAny } : undefined;
  return { ...options, tls, questionMs: Math.min(receiptMs, QUESTION_MS) };
}

/** A driver by its name in any case; null for a name that is none. */
export function fiscalModel(name: string): FiscalPrinterModel | null {
  const wanted = name.trim().toLowerCase();
  return FISCAL_MODELS.find((model) => model.name === wanted) ?? null;
}

/** Where a fiscal printer is. */
export interface FiscalAddress {
  host: string;
  port: number;
  isSecure: boolean;
  /** As the profile has it. */
  text: string;
}

/**
 * Reads `Printer_Port` of a fiscal printer: `192.168.1.20`, `printer.shop:8081` or `https://rt.shop`;
 * port 80 or 443 unless it names one. Null for what is none.
 */
export function fiscalAddress(text: string): FiscalAddress | null {
  const isSecure = /^\s*https:\/\//i.test(text);
  const bare = text
    .trim()
    .replace(/^(?:https?|tcp):\/\//i, '')
    .replace(/\/$/, '');
  const address = portAddress(bare);
  if (address?.kind !== 'tcp') return null;
  const hasPort = /(?:^[^:]*|\]):\d+$/.test(bare);
  const usual = isSecure ? HTTPS_PORT : HTTP_PORT;
  const { host, port } = hasPort ? address : { ...address, port: usual };
  const named = addressText({ kind: 'tcp', host, port });
  return { host, port, isSecure, text: isSecure ? `https://${named}` : named };
}
