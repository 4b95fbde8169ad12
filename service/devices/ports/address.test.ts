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
    'x'.repeat(300),
  ])('is none: %j', (text) => {
    expect(portAddress(text)).toBe(null);
  });
});
