import { expect, test } from 'vitest';
import { describeFailure } from './build.ts';

test('names file, line and column of what esbuild complains about', () => {
  const error = {
    errors: [
      {
        text: 'Could not resolve "./gone.ts"',
        location: { file: 'service/start.ts', line: 3, column: 7 },
      },
      { text: 'another', location: null },
    ],
  };
  expect(describeFailure(error)).toBe('service/start.ts:3:8: Could not resolve "./gone.ts" (and 1 more)');
});

test("leaves out Vite's colours", () => {
  expect(describeFailure(new Error('\u001b[31mCannot resolve entry module\u001b[0m'))).toBe(
    'Cannot resolve entry module',
  );
  expect(describeFailure({ errors: [{ message: 'Unexpected token', loc: undefined }] })).toBe(
    'Unexpected token',
  );
});
