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
});
