import { describe, expect, it } from 'vitest';
import en from '../../../resources/locales/portal-page/en.json';
import { failureOf, type Texts } from './failure.ts';

/** Says which text would be shown, and with what in it. */
const texts: Texts = {
  t: (key, values = {}) => (Object.keys(values).length === 0 ? key : `${key} ${JSON.stringify(values)}`),
  has: (key) => {
    const found = key
      .split('.')
      .reduce<unknown>((at, name) => (Object.hasOwn(at as object, name) ? at![name as never] : {}), en);
    return typeof found === 'string';
  },
};

const failed = (status: number, body: unknown) => failureOf(status, JSON.stringify(body), texts);

describe('failure', () => {
  it('names every wrong field in the words of the page', () => {
    const { fields, message } = failed(400, {
      detail: 'look at name, zip, countryCode',
      errors: [
        { field: 'name', code: 'tooShort', message: 'name must have 2 ...', params: { minimum: 2 } },
        { field: 'name', code: 'format', message: 'second', params: { format: 'blank' } },
        { field: 'countryCode', code: 'format', message: 'x', params: { format: 'country' } },
        { field: 'zip', code: 'format', message: 'x', params: { format: 'brandNew' } },
      ],
    });
    expect(fields).toEqual({
      name: 'wrong.tooShort {"minimum":2}',
      countryCode: 'wrong.formats.country',
      zip: 'wrong.formats.other',
    });
    expect(message).toBe('refused.400');
  });

  it('says what the portal said where the page has no words for it', () => {
    const errors = [{ field: 'name', code: 'brandNew', message: 'name is too new' }];
    expect(failed(400, { errors }).fields).toEqual({ name: 'name is too new' });
    expect(failed(400, { errors: [{ ...errors[0], code: 'toString' }] }).fields).toEqual({
      name: 'name is too new',
    });
    expect(failed(418, { detail: 'a teapot' }).message).toBe('a teapot');
    expect(failureOf(502, '<html>', texts).message).toBe('refused.other {"status":502}');
  });

  it('keeps what the portal said about what the page has words for', () => {
    expect(failed(403, { detail: 'ManageUsers on company 5 is needed' })).toEqual({
      http: 403,
      message: 'refused.403',
      details: ['ManageUsers on company 5 is needed'],
    });
  });
});
