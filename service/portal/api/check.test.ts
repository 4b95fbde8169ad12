import { expect, it } from 'vitest';
import { z } from 'zod';
import { check, jsonSchema, withKnownNames } from './check.ts';

it('gives names the case of the schema, and no name a hidden meaning', () => {
  const schema = z.strictObject({ name: z.string(), inner: z.strictObject({ role: z.string() }).optional() });
  const named = (text: string) => withKnownNames(jsonSchema(schema), JSON.parse(text));
  expect(check(schema, named('{"NAME":"a","Inner":{"ROLE":"b"}}'))).toEqual({
    name: 'a',
    inner: { role: 'b' },
  });
  expect(() => check(schema, named('{"__proto__":{"name":"a"}}'))).toThrow();
  expect(named('{"__proto__":{"name":"a"}}')).not.toHaveProperty('name');
});
