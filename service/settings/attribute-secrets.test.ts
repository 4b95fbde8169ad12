import { describe, expect, it } from 'vitest';
import { withBlanks, withSecrets } from './attribute-secrets.ts';
import { AttributeError, Attributes } from './attributes.ts';

describe('secrets in an attribute list', () => {
  it('are blanked, and the rest of the text stays as it is', () => {
    const text = ` Normalize_D=14  tse_adminpin='12 34' Device_Auth=till:x\tLog_debug `;
    expect(withBlanks(text)).toBe(` Normalize_D=14  tse_adminpin="" Device_Auth=""\tLog_debug `);
    expect(withBlanks('')).toBe('');
  });

  it('come back for blanks, in any case of the name', () => {
    const old = Attributes.parse('TSE_AdminPin="12 34" Device_Auth=till:x');
    expect(withSecrets('tse_adminpin="" Normalize_D=3', old)).toBe('tse_adminpin="12 34" Normalize_D=3');
    expect(withSecrets(`Device_Auth=till:new`, old)).toBe('Device_Auth=till:new');
  });

  it('of which none is stored stay blank', () => {
    expect(withSecrets('TSE_AdminPuk=""', Attributes.parse(''))).toBe('TSE_AdminPuk=""');
  });

  it('refuse a list that cannot be read', () => {
    expect(() => withSecrets('TSE_AdminPin="1', Attributes.parse(''))).toThrow(AttributeError);
  });

  const LOGIN =
    'PT_SeriesServer=https://user:p%40ss@series.example/ws Fis_Link="https://a@b@c.example/?x=@{hash}"';
  const SHOWN = 'PT_SeriesServer=https://***@series.example/ws Fis_Link="https://***@c.example/?x=@{hash}"';

  it('that are user and password of an address are masked', () => {
    const shown = withBlanks(LOGIN);
    expect(Attributes.parse(shown).items).toEqual(
      Attributes.parse(SHOWN).items.map((item) => ({
        ...item,
        from: expect.any(Number),
        to: expect.any(Number),
      })),
    );
    expect(shown).not.toMatch(/user|p%40ss|a@b/);
    // Addresses without a login, and signs that are none of one, stay.
    const others = 'Fis_Link="https://c.example/?mail=a@b.example" FileWatch_path=/srv/till@shop';
    expect(withBlanks(others)).toBe(others);
  });

  it('of addresses come back for what was shown, and go to no other address', () => {
    const old = Attributes.parse(LOGIN);
    expect(Attributes.parse(withSecrets(SHOWN, old)).text('PT_SeriesServer')).toBe(
      'https://user:p%40ss@series.example/ws',
    );
    expect(() => withSecrets('PT_SeriesServer=https://***@evil.example/ws', old)).toThrow(
      /enter user and password again/,
    );
    expect(() => withSecrets(SHOWN, Attributes.parse(''))).toThrow(AttributeError);
    const entered = 'PT_SeriesServer=https://new:login@evil.example/ws';
    expect(withSecrets(entered, old)).toBe(entered);
  });
});
