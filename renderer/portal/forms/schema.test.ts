import { describe, expect, it } from 'vitest';
import { bodySchema, fieldSchema, type OpenApi, textProblem } from './schema.ts';

const text = (minLength: number, maxLength: number) => ({ type: 'string', minLength, maxLength });
const api: OpenApi = {
  paths: {
    '/Company': {
      post: {
        operationId: 'createCompany',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
      },
    },
  },
  components: {
    schemas: {
      Body: {
        type: 'object',
        required: ['name', 'countryCode'],
        properties: {
          name: text(2, 1000),
          countryCode: text(2, 2),
          invoiceEmailAddress: {
            anyOf: [{ type: 'string', format: 'email', maxLength: 100 }, { type: 'null' }],
          },
          locations: { type: 'array', items: { type: 'object', properties: { label: text(0, 10) } } },
          countryProperties: { anyOf: [{ $ref: '#/components/schemas/Properties' }, { type: 'null' }] },
        },
      },
      Properties: { type: 'object', properties: { DE_WIdNr: { type: 'string', maxLength: 17 } } },
    },
  },
};

function problem(field: string, value: string) {
  const bounds = fieldSchema(bodySchema(api, 'createCompany')!, field);
  return bounds && textProblem(bounds, value);
}

describe('bounds of fields', () => {
  it('are those of the description', () => {
    expect(problem('name', '')).toEqual({ code: 'required' });
    expect(problem('name', '  ')).toEqual({ code: 'required' });
    expect(problem('name', 'A')).toEqual({ code: 'tooShort', params: { minimum: 2 } });
    expect(problem('name', 'AB')).toBeNull();
    expect(problem('name', 'A'.repeat(1001))).toEqual({ code: 'tooLong', params: { maximum: 1000 } });
    expect(problem('countryCode', 'PRT')).toEqual({ code: 'length', params: { length: 2 } });
  });

  it('hold for what may be left out only when it is there', () => {
    expect(problem('invoiceEmailAddress', '')).toBeNull();
    expect(problem('invoiceEmailAddress', 'x')).toEqual({ code: 'format', params: { format: 'email' } });
    expect(problem('invoiceEmailAddress', 'a@b.pt')).toBeNull();
    expect(problem('countryProperties.DE_WIdNr', 'D'.repeat(18))?.code).toBe('tooLong');
    expect(problem('countryProperties.DE_WIdNr', '')).toBeNull();
    expect(problem('locations.0.label', 'L'.repeat(11))?.code).toBe('tooLong');
    expect(problem('locations.0.label', '')).toBeNull();
  });

  it('are none for what is not described', () => {
    expect(problem('unknown', 'x')).toBeNull();
    expect(bodySchema(api, 'createLocation')).toBeNull();
    expect(bodySchema({}, 'createCompany')).toBeNull();
  });
});
