import { expect, it } from 'vitest';
import { attributeWarnings } from '../settings/attribute-check.ts';
import { Attributes } from '../settings/attributes.ts';
import { ATTRIBUTE_READERS } from './attribute-readers.ts';

const warned = (text: string) => attributeWarnings(Attributes.parse(text), ATTRIBUTE_READERS);

it.each([
  'Printer=banana',
  'Printer_Port="COM3:fast"',
  'Printer=epson-fp Printer_Port=COM3',
  'Fiscal_Server=rt.shop',
  'EInvoice_Mail=mail',
  'EInvoice_MailFrom=shop',
  'EInvoice_Sender=0088:1',
  'HttpServer_Hosts=http://till.shop:80',
  'Time_server=://',
  'TSE_MountPoint=media',
  'TSE_PortScan=10.0.0.0/99',
])('%s is told', (text) => {
  const [warning, ...others] = warned(text);
  const name = text.startsWith('Printer=epson-fp') ? 'Printer_Port' : text.split('=')[0];
  expect(warning).toMatch(new RegExp(`^Attributes: ${name}=".*" (must be|is no) `));
  expect(others).toEqual([]);
});

it.each([
  'Printer=epson Printer_Port=192.168.1.20 Display=epson Display_Port=printer Drawer_Port=hid:0d3a:0200',
  'Printer=pdf Printer_Port=folder:/srv/receipts Time_server=10.0.0.1:123 HttpServer_Hosts=till.shop,192.168.1.9',
  'Printer=epson-fp Printer_Port=http://10.0.0.1:8081/ Fiscal_Server=custom-rts@https://rt.shop',
  'EInvoice_Mail=smtps://mail.example:465 EInvoice_MailFrom=a@b.example EInvoice_Sender=0088:4000001123452',
  'TSE_MountPoint=/media,E: TSE_PortScan=192.168.1.0/28',
])('%s is fine', (text) => expect(warned(text)).toEqual([]));
