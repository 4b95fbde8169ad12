/** Fiscal printers by the names that the profile has for them (`Printer`). */
import { addressText, opener, portAddress } from '../ports/address.ts';
import type { OpenPort } from '../ports/contract.ts';
import type { DeviceLogin } from '../ports/device-auth.ts';
import type { FiscalPrinter } from './contract.ts';
import { customRtServer } from './custom-rts/server.ts';
import { customPrinter } from './custom/printer.ts';
import { epsonPrinter } from './epson-fp/printer.ts';
import { huFamRegister } from './hu-fam/register.ts';
import { huJsonPrinter } from './hu-json/printer.ts';
import { noviApiPrinter } from './noviapi/printer.ts';
import { posnetPrinter } from './posnet/printer.ts';
import { thermalPrinter } from './thermal/printer.ts';

/** How to reach and drive a printer. */
export interface FiscalPrinterOptions {
  /** Of a printer on the network. */
  host: string;
  port: number;
  /** Opens whatever it is connected to. */
  openPort: OpenPort;
  /** By HTTPS. */
  isSecure: boolean;
  /** Any certificate is taken for its own (`Fiscal_acceptUnauthorized`). */
  acceptAny: boolean;
  /** `Device_Auth`. */
  login: DeviceLogin | null;
  /** Certificate and key that the device knows us by, PEM; none where it wants none. */
  client?: { certificate: string; key: string } | null;
  /** Longest time for a receipt, ms. */
  receiptMs: number;
  /** Takes a line for each message and answer; missing: nobody wants to know. */
  trace?: ((line: string) => void) | undefined;
  /** Today, `YYYY-MM-DD`. */
  today(): string;
  /** Local time, `YYYY-MM-DDThh:mm:ss`. */
  now(): string;
  /** What a driver has to remember of this printer from one question to the next, such as a token. */
  memory: Map<string, string>;
}

/** A driver. */
export interface FiscalPrinterModel {
  name: string;
  /** What its maker calls it. */
  title: string;
  /** Port on the network unless the address names one; that of web servers when left out. */
  port?: number;
  /** It may be on a serial line or USB (as a serial device), too. */
  serial?: true;
  /** Each user of a server (`Device_Auth`) is a device of its own, which knows us by a certificate. */
  byUser?: true;
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
  {
    ...{ name: 'hu-fam', title: 'NAV e-nyugta (FAM)', byUser: true },
    open: (options) => huFamRegister(timed(options)),
  },
  { name: 'hu-json', title: 'Laurel (JSON)', open: (options) => huJsonPrinter(timed(options)) },
  {
    ...{ name: 'noviapi', title: 'Novitus (NoviApi)', port: 8888 },
    open: (options) => noviApiPrinter(timed(options)),
  },
  {
    ...{ name: 'posnet', title: 'Posnet Online', port: 6666, serial: true },
    open: (options) => posnetPrinter(timed(options)),
  },
  {
    ...{ name: 'thermal', title: 'Thermal (Novitus, Elzab)', port: 6001, serial: true },
    open: (options) => thermalPrinter(timed(options)),
  },
];

function timed(options: FiscalPrinterOptions) {
  const { isSecure, acceptAny, receiptMs, client = null } = options;
  const shown = client && { cert: client.certificate, key: client.key };
  const tls = isSecure ? { acceptAny, ...shown } : undefined;
  return { ...options, tls, questionMs: Math.min(receiptMs, QUESTION_MS) };
}

/** A driver by its name in any case; null for a name that is none. */
export function fiscalModel(name: string): FiscalPrinterModel | null {
  const wanted = name.trim().toLowerCase();
  return FISCAL_MODELS.find((model) => model.name === wanted) ?? null;
}

/** Where a fiscal printer is. */
export interface FiscalAddress {
  /** Empty where it is not on the network. */
  host: string;
  port: number;
  isSecure: boolean;
  openPort: OpenPort;
  /** In one spelling, for people. */
  text: string;
}

/**
 * Reads `Printer_Port` of a fiscal printer: `192.168.1.20`, `printer.shop:8081` or `https://rt.shop`, and
 * for those that may be on a serial line `COM3:9600` or `/dev/ttyACM0:115200`; null for what is none.
 * Unless it names a port, it is the model's own, by HTTPS too, or 80, or 443 for HTTPS.
 */
export function fiscalAddress(
  text: string,
  { port: ofModel, serial }: Pick<FiscalPrinterModel, 'port' | 'serial'> = {},
): FiscalAddress | null {
  const isSecure = /^\s*https:\/\//i.test(text);
  const bare = text
    .trim()
    .replace(/^(?:https?|tcp):\/\//i, '')
    .replace(/\/$/, '');
  const address = portAddress(bare);
  if (address?.kind === 'serial' && serial)
    return { host: '', port: 0, isSecure: false, openPort: opener(address), text: addressText(address) };
  if (address?.kind !== 'tcp') return null;
  const hasPort = /(?:^[^:]*|\]):\d+$/.test(bare);
  const usual = ofModel ?? (isSecure ? HTTPS_PORT : HTTP_PORT);
  const { host, port } = hasPort ? address : { ...address, port: usual };
  const there = { kind: 'tcp', host, port } as const;
  const named = addressText(there);
  return { host, port, isSecure, openPort: opener(there), text: isSecure ? `https://${named}` : named };
}
