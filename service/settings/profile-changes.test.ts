import { describe, expect, it } from 'vitest';
import { Attributes } from './attributes.ts';
import { attributeChanges, restartNeeded } from './profile-changes.ts';

const list = (text: string) => Attributes.parse(text);

describe('changes of attributes', () => {
  it('are what was added, changed and taken away', () => {
    expect(
      attributeChanges(list('Normalize_D=7 Log_debug a=1'), list('A=1 normalize_d=14 TEST_RC=NO')),
    ).toEqual([
      { name: 'Log_debug', before: 'true', after: null },
      { name: 'Normalize_D', before: '7', after: '14' },
      { name: 'TEST_RC', before: null, after: 'NO' },
    ]);
  });

  it('never tell a secret, only that it is another', () => {
    expect(attributeChanges(list('TSE_AdminPin=1'), list('TSE_AdminPin=2 Own_Token=x'))).toEqual([
      { name: 'Own_Token', before: null, after: '***' },
      { name: 'TSE_AdminPin', before: '***', after: '***' },
    ]);
  });

  it('tell addresses without user and password, also when only these have changed', () => {
    const address = (login: string) => list(`PT_SeriesServer=https://${login}@series.example/`);
    const shown = 'https://***@series.example/';
    expect(attributeChanges(address('user:old'), address('user:new'))).toEqual([
      { name: 'PT_SeriesServer', before: shown, after: shown },
    ]);
  });

  it('need a restart where the start alone reads them, until they are what they were', () => {
    const start = list('Normalize_D=7');
    expect(restartNeeded(start, list('HttpServer_Disable Normalize_D=8 Recorder_Log'))).toEqual([
      'HttpServer_Disable',
    ]);
    expect(restartNeeded(start, list('Normalize_D=7'))).toEqual([]);
  });
});
