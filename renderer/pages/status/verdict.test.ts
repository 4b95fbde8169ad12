import { describe, expect, it } from 'vitest';
import type { ControlStatus, Problem } from '../../../service/wire.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { judge } from './verdict.ts';

const testKey: Problem = { code: 'TEST_KEY', severity: 'warning' };
const noCfg: Problem = { code: 'NO_CFG', severity: 'stop' };

function known(ready: boolean, problems: Problem[], phase: Snapshot['phase'] = 'live'): Snapshot {
  return { phase, status: { ready, problems } as ControlStatus, heardAt: 0, refused: null };
}

describe('verdict', () => {
  it('is ready without problems', () => {
    expect(judge(known(true, []))).toEqual({ tone: 'ready', headline: 'ready', problems: [] });
  });

  it('asks for attention with warnings', () => {
    expect(judge(known(true, [testKey]))).toMatchObject({ tone: 'attention', headline: 'ready' });
  });

  it('stays ready with what is only worth knowing, and says it last', () => {
    const hint: Problem = { code: 'BACKUP_NOT_SET', severity: 'info' };
    expect(judge(known(true, [hint]))).toEqual({ tone: 'ready', headline: 'ready', problems: [hint] });
    expect(judge(known(true, [hint, testKey]))).toEqual({
      tone: 'attention',
      headline: 'ready',
      problems: [testKey, hint],
    });
  });

  it('never says ready where receipts do not count', () => {
    const practising = known(true, []);
    practising.status!.practice = true;
    expect(judge(practising)).toEqual({ tone: 'attention', headline: 'practice', problems: [] });
    // What stops a sale is said first.
    const stopped = known(false, [noCfg]);
    stopped.status!.practice = true;
    expect(judge(stopped).headline).toBe('notReady');
  });

  it('stops, with the gravest reason first', () => {
    expect(judge(known(false, [testKey, noCfg]))).toEqual({
      tone: 'stop',
      headline: 'notReady',
      problems: [noCfg, testKey],
    });
  });

  it('is never ready when the service contradicts itself', () => {
    expect(judge(known(false, [])).tone).toBe('stop');
    expect(judge(known(true, [noCfg])).tone).toBe('stop');
  });

  it('waits before the first news, and trusts the last one for a moment', () => {
    expect(judge({ phase: 'connecting', status: null, heardAt: null, refused: null }).tone).toBe('wait');
    expect(judge(known(true, [], 'shaky')).tone).toBe('ready');
  });

  it('stops when the connection is lost, whatever was known', () => {
    const lost = known(true, [], 'lost');
    expect(judge(lost)).toEqual({ tone: 'stop', headline: 'noConnection', problems: [] });
    expect(judge({ ...lost, refused: 404 }).headline).toBe('unknownRegister');
    expect(judge({ ...lost, refused: 401 }).headline).toBe('refused');
  });
});
