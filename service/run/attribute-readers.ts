/** What devices and services make of the profile's attributes, so that nonsense is told when it is set. */
import { fiscalAddress, fiscalModel } from '../devices/fiscal-printer/models.ts';
import { portAddress } from '../devices/ports/address.ts';
import { printerModel } from '../devices/receipt-printer/models.ts';
import { isMailAddress, readParticipant } from '../e-invoicing/addresses.ts';
import { mailServer } from '../e-invoicing/channels/mail.ts';
import type { ValueReader, ValueReaders } from '../settings/attribute-check.ts';
import type { Attributes } from '../settings/attributes.ts';
import { readMounts, readRanges } from '../tse/places.ts';
import { readTimeServer } from './time-server.ts';

const PORT = 'must be an address of a device, such as 192.168.1.20, COM3:19200 or usb:04b8:0202';
const MAIL = 'must be one mail address';
/** A name or an address of a machine, without a port. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[?[\da-f:.]+\]?)$/i;

const isPort = (value: string) => portAddress(value) !== null;
const READERS: Readonly<Record<string, ValueReader>> = {
  Display_Port: { isFine: isPort, text: PORT },
  Drawer_Port: { isFine: isPort, text: PORT },
  Printer_Port: { isFine: isPrinterPort, text: PORT },
  Printer: {
    isFine: (value) => printerModel(value) !== null || fiscalModel(value) !== null,
    text: 'is no printer that is known (docs/devices.md)',
  },
  Fiscal_Server: {
    isFine: (value) => fiscalModel(/^\s*([\w-]+)@/.exec(value)?.[1] ?? '') !== null,
    text: 'must be model@address, such as custom-rts@https://rt.shop',
  },
  EInvoice_Mail: {
    isFine: (value) => mailServer(value) !== null,
    text: 'must be an address such as smtps://mail.example:465',
  },
  EInvoice_MailFrom: { isFine: isMailAddress, text: MAIL },
  EInvoice_TestMail: { isFine: isMailAddress, text: MAIL },
  EInvoice_Sender: {
    isFine: (value) => 'endpoint' in readParticipant(value),
    text: 'must be scheme:value of the code list EAS, such as 0088:4000001123452',
  },
  HttpServer_Hosts: {
    isFine: (value) => value.split(/[\s,]+/).every((host) => host === '' || HOST.test(host)),
    text: 'must be names of this machine without http:// or port, such as till.shop',
  },
  Time_server: {
    isFine: (value) => readTimeServer(value) !== null,
    text: 'must be the name of a time server, such as ptbtime1.ptb.de or 10.0.0.1:123',
  },
  TSE_MountPoint: {
    isFine: (value) => readMounts(value).unreadable.length === 0,
    text: 'must be full paths, parted by commas',
  },
  TSE_PortScan: {
    isFine: (value) => readRanges(value).unreadable.length === 0,
    text: 'must be addresses, ranges or networks, parted by commas, such as 192.168.1.0/24',
  },
};

function isPrinterPort(value: string, attributes: Attributes): boolean {
  const model = fiscalModel(attributes.text('Printer') ?? '');
  return model ? fiscalAddress(value, model) !== null : isPort(value);
}

/** For the profile of the service. */
export const ATTRIBUTE_READERS: ValueReaders = new Map(
  Object.entries(READERS).map(([name, reader]) => [name.toLowerCase(), reader]),
);
