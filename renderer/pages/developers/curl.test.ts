import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlOf } from './curl.ts';

const part = { bytes: null, isCut: false };

it('makes a command that a shell reads as it was meant', () => {
  const text = `{"Dsc":"Pão d'água $HOME \`id\`"}`;
  const command = curlOf(
    {
      method: 'POST',
      target: '/register?RN=a',
      accept: 'text/xml',
      request: { ...part, type: 'application/json', text },
    },
    'http://localhost:5618/',
  );
  const words = execFileSync('sh', [
    '-c',
    `curl() { for word; do echo "$word"; done; }; ${command}`,
  ]).toString();
  expect(words.trimEnd().split('\n')).toEqual([
    'http://localhost:5618/register?RN=a',
    ...['-H', 'content-type: application/json', '-H', 'accept: text/xml', '--data-binary', text],
  ]);
});

it('says nothing that goes without saying', () => {
  const request = { ...part, type: null, text: null };
  const call = { method: 'GET', target: '/state', accept: '*/*', request };
  expect(curlOf(call, 'http://localhost:5618/')).toBe(`curl 'http://localhost:5618/state'`);
  expect(curlOf({ ...call, method: 'PUT' }, 'http://x/')).toContain('-X PUT');
});
