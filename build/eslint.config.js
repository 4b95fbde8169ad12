import { join } from 'node:path';
import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**'];

// Which room may import what, files and packages alike, stands in dependency-cruiser.cjs.
export default defineConfig(
  globalIgnores(['**/dist/', '**/coverage/', '**/test-results/', '**/playwright-report/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    name: 'plain scripts',
    files: ['**/*.{js,mjs,cjs}'],
    extends: [tseslint.configs.recommended],
    rules: { eqeqeq: 'error', '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    name: 'typescript',
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: join(import.meta.dirname, '..') },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-param-reassign': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-deprecated': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],
      // Every index may be undefined to the compiler; where the line before checked it, `!` says so.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-type-arguments': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // An async function without await still turns a throw into a rejection, which interfaces rely on.
      '@typescript-eslint/require-await': 'off',
      // Wire records have open keys; which form reads better depends on the place.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // `||` is meant where an empty string counts as absent, as it does on the wire.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
    },
  },
  {
    name: 'foreign texts',
    // A pattern that takes time in proportion to the square of a text lets a small body stop a till.
    files: ['{service,main,renderer}/**/*.{ts,tsx}'],
    ignores: tests,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    name: 'money',
    // A binary float cannot hold 0.10.
    files: ['service/{receipt,register,countries}/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'parseFloat', message: 'Money is decimal, never a float.' }],
      'no-restricted-properties': [
        'error',
        { object: 'Number', property: 'parseFloat', message: 'Money is decimal, never a float.' },
        { property: 'toFixed', message: 'Money is decimal: format it with the amount type.' },
      ],
    },
  },
  {
    name: 'desktop shell',
    files: ['main/**/*.ts'],
    ignores: ['main/security/external.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'shell',
          property: 'openExternal',
          message:
            'Open outside pages through main/security/external.ts: it holds the list of allowed hosts.',
        },
      ],
    },
  },
  {
    name: 'control page',
    files: ['renderer/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    name: 'tests and tools',
    files: tests,
    rules: {
      // Answers of a server under test are looked at as they come.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'no-console': 'off',
    },
  },
);
