import { expect, it } from 'vitest';
import { schemaErrors, type Schema } from './schema.ts';

const components = { Tag: { type: 'object', properties: { Name: { type: 'string' } }, required: ['Name'] } };

it.each<[string, unknown, Schema]>([
  ['another type', 1, { type: 'string' }],
  ['a fraction for an integer', 1.5, { type: 'integer' }],
  ['a list for an object', [], { type: 'object' }],
  ['nothing for an object', null, { type: 'object' }],
  ['none of several types', true, { type: ['string', 'null'] }],
  ['another constant', 'b', { const: 'a' }],
  ['a value outside the list', 'c', { enum: ['a', 'b'] }],
  ['a text of another form', 'x1', { pattern: '^\\d+$' }],
  ['none of the choices', 1, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ['a missing property', {}, { $ref: '#/components/schemas/Tag' }],
  ['a wrong entry', [{ Name: 1 }], { type: 'array', items: { $ref: '#/components/schemas/Tag' } }],
  ['a property that nobody named', { Name: 'a', Other: 1 }, { $ref: '#/components/schemas/Tag' }],
  ['a wrong other property', { a: 1 }, { additionalProperties: { type: 'string' } }],
  ['a schema that does not exist', 1, { $ref: '#/components/schemas/Nobody' }],
  ['a keyword it does not know', 1, { maximum: 3 }],
])('finds %s', (_what, value, schema) => {
  expect(schemaErrors(value, schema, components)).toHaveLength(1);
});

it.each<[unknown, Schema]>([
  ['a', { type: ['string', 'null'], pattern: '^a', description: 'A text.' }],
  [{ Name: 'a' }, { anyOf: [{ type: 'null' }, { $ref: '#/components/schemas/Tag' }] }],
  [
    { a: 1, b: 'x' },
    { properties: { a: { type: 'integer' } }, additionalProperties: true },
  ],
  [{ a: 1 }, { type: 'object' }],
])('accepts %j', (value, schema) => {
  expect(schemaErrors(value, schema, components)).toEqual([]);
});
