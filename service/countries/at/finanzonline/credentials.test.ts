import { describe, expect, it } from 'vitest';
import { wrongCredentials } from './credentials.ts';
import { PRODUCER, USER } from './testing/access.ts';

const GOOD = { ...USER, producer: PRODUCER };

describe('the rules for credentials', () => {
  it.each([
    {},
    { user: 'abcdefg1' },
    { user: 'ABCDEFGHIJK1' },
    { pin: 'abcdefg1' },
    { pin: `1${'a'.repeat(127)}` },
    { pin: 'Geheim1!<&>"~' },
    { participant: '12345678' },
    { participant: '1234567890ab' },
  ])('take %o', (more) => {
    expect(wrongCredentials({ ...GOOD, ...more })).toEqual([]);
  });

  it.each([
    [
      'user',
      [
        '',
        'abcdef1',
        'abcdefghijkl1',
        'abcdefgh',
        '12345678',
        'kasse-001',
        'kässe001',
        'kasse001\n',
        ' kasse01',
      ],
    ],
    [
      'pin',
      ['', 'abcdef1', `1${'a'.repeat(128)}`, 'abcdefgh', '12345678', 'geheim 1', 'gehéim123', 'geheim1\n'],
    ],
    ['participant', ['', '1234567', '1234567890abc', '1234567-', '１２３４５６７８']],
    ['producer', ['', 'ATU123456', 'A'.repeat(25), 'ATU 12345675']],
  ])('refuse a wrong %s', (field, values) => {
    for (const value of values) expect(wrongCredentials({ ...GOOD, [field]: value })).toEqual([field]);
  });

  it('take a PIN with special characters only where it is known already', () => {
    const credentials = { ...GOOD, pin: 'Geheim1!<&>"~' };
    expect(wrongCredentials(credentials)).toEqual([]);
    expect(wrongCredentials(credentials, { newPin: true })).toEqual(['pin']);
    expect(wrongCredentials({ ...GOOD, pin: 'Geheim12' }, { newPin: true })).toEqual([]);
  });

  it('name all wrong fields', () => {
    expect(wrongCredentials({ participant: '', user: '', pin: '', producer: '' })).toEqual([
      'participant',
      'user',
      'pin',
      'producer',
    ]);
  });
});
