/** Fiscal printers by the names that the profile has for them (`Printer`). */
import { addressText, portAddress } from '../ports/address.ts';
import type { DeviceLogin } from '../ports/device-auth.ts';
import type { FiscalPrinter } from './contract.ts';
import { epsonPrinter } from './epson-fp/printer.ts';

/** How to reach and drive a printer. */
export interface FiscalPrinterOptions {
  host: string;
  port: number;
  /** `Device_Auth`. */
  login: DeviceLogin | null;
  /** Longest time for a receipt, ms. */
  receiptMs: number;
  /** Takes a line for each message and answer; missing: nobody wants to know. */
  trace?: ((line: string) => void) | undefined;
  /** Today, `YYYY-MM-DD`. */
  today(): string;
}

/** A driver. */
export interface FiscalPrinterModel {
  name: string;
  /** What its maker calls it. */
  title: string;
  open(options: FiscalPrinterOptions): FiscalPrinter;
}

/** What printers with a web server listen on. */
const HTTP_PORT = 80;

/** All that there are. */
export const FISCAL_MODELS: readonly FiscalPrinterModel[] = [
  {
    name: 'epson-fp',
    title: 'Epson FP',
    open: (options) => epsonPrinter({ ...options, questionMs: Math.min(options.receiptMs, 5000) }),
  },
];

/** A driver by its name in any case; null for a name that is none. */
export function fiscalModel(name: string): FiscalPrinterModel | null {
  const wanted = name.trim().toLowerCase();
  return FISCAL_MODELS.find((model) => model.name === wanted) ?? null;
}

/** Reads `Printer_Port` of a fiscal printer: `192.168.1.20` or `printer.shop:8081`, port 80 unless it names one; null for what is none. */
export function fiscalAddress(text: string): { host: string; port: number; text: string } | null {
  const bare = text
    .trim()
    .replace(/^(?:https?|tcp):\/\//i, '')
    .replace(/\/$/, '');
  const address = portAddress(bare);
  if (address?.kind !== 'tcp') return null;
  const hasPort = /(?:^[^:]*|\]):\d+$/.test(bare);
  const { host, port } = hasPort ? address : { ...address, port: HTTP_PORT };
  return { host, port, text: addressText({ kind: 'tcp', host, port }) };
}
