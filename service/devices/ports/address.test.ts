import { describe, expect, it } from 'vitest';
import { addressText, portAddress } from './address.ts';

describe('addresses of ports', () => {
  it.each([
    ['192.168.1.20', '192.168.1.20:9100'],
    ['printer.shop:9101', 'printer.shop:9101'],
    [' tcp://10.0.0.5:9100 ', '10.0.0.5:9100'],
    ['[fe80::1]:9100', '[fe80::1]:9100'],
    ['com3:19200', 'com3:19200'],
    ['/dev/ttyUSB0:38400', '/dev/ttyUSB0:38400'],
    ['/dev/ttyACM0', '/dev/ttyACM0'],
    ['/dev/usb/lp0', '/dev/usb/lp0'],
    ['COM3:19200,RTS', 'COM3:19200,rts'],
    ['/dev/ttyS0:9600,none', '/dev/ttyS0:9600'],
    ['USB:04B8:0202:X1%202', 'usb:04b8:0202:X1%202'],
    ['usb:0416:5011@1-2.4', 'usb:0416:5011@1-2.4'],
    ['usb:0416:5011', 'usb:0416:5011'],
    ['HID:0D3A:0207', 'hid:0d3a:0207'],
    ['hid:0c2e:0b61:S%201#8c', 'hid:0c2e:0b61:S%201#008c'],
    ['hid:0d3a:0207,120', 'hid:0d3a:0207,120'],
    ['queue:Bon', 'queue:Bon'],
    ['Queue:Receipts at the bar', 'queue:Receipts%20at%20the%20bar'],
    ['queue:K%C3%BCche', 'queue:K%C3%BCche'],
    ['folder:/srv/receipts', 'folder:/srv/receipts'],
    ['FOLDER:C:\\Receipts', 'folder:C:\\Receipts'],
    ['folder:\\\\server\\receipts', 'folder:\\\\server\\receipts'],
  ])('%s', (text, written) => {
    expect(addressText(portAddress(text)!)).toBe(written);
  });

  it.each([
    '',
    'a b',
    'http://10.0.0.5/',
    '10.0.0.5:0',
    '10.0.0.5:70000',
    'a\u0000b',
    '/etc/passwd',
    'usb:04b8',
    'hid:04b8',
    'hid:04b8:0001,0',
    'hid:04b8:0001,9999',
    'hid:04b8:0001:%',
    'usb:04b8:0202:%',
    'usb:04b8:0202@../1',
    'COM3:9600,what',
    'queue:',
    'queue:%',
    'queue:a%0Ab',
    'folder:receipts',
    'folder:',
    'folder:../x',
    'x'.repeat(300),
  ])('is none: %j', (text) => {
    expect(portAddress(text)).toBe(null);
  });
});
