import { describe, expect, it } from 'vitest';
import { DEFAULT_BUDGET_MS, signaturePolicy } from './policy.ts';

const attributes = (values: Record<string, string>) => ({
  text: (name: string) => values[name],
  flag: (name: string) => values[name] !== undefined && values[name] !== 'no',
  number: (name: string, fallback: number) => Number(values[name] ?? fallback),
});
const policy = (values: Record<string, string> = {}) => signaturePolicy(attributes(values));

describe('the policy of a profile', () => {
  it('without attributes uses what there is, and serves nobody', () => {
    expect(policy()).toMatchObject({
      budgetMs: DEFAULT_BUDGET_MS,
      cards: true,
      logsCards: false,
      logsRequests: false,
      serves: false,
      usesServers: true,
      registers: true,
      problems: [],
    });
    expect(policy().usesReader('anything')).toBe(true);
  });

  it.each([
    [{ SC_disable: 'true' }, { cards: false }],
    [{ SC_Log: 'true' }, { logsCards: true }],
    [{ Sign_debug: 'true' }, { logsRequests: true }],
    [{ SignServer: 'true' }, { serves: true, registers: true }],
    [
      { SignServer: 'true', Register_disable: 'true' },
      { serves: true, registers: false },
    ],
    [
      { SignServer: 'true', UdpServer_disable: 'true' },
      { serves: false, usesServers: false },
    ],
    [{ Fiscal_Timeout: '1' }, { budgetMs: 1 }],
  ])('%j', (values, expected) => {
    expect(policy(values as Record<string, string>)).toMatchObject(expected);
  });

  it('leaves readers out by their name, in any case', () => {
    const { usesReader } = policy({ SC_ignore: 'omnikey|^acs' });
    expect(['HID OMNIKEY 3021', 'ACS ACR39U', 'Gemalto', 'Fake ACS'].map(usesReader)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('ignores no reader when it cannot read the pattern, and says so', () => {
    const { usesReader, problems } = policy({ SC_ignore: '(' });
    expect(usesReader('(')).toBe(true);
    expect(problems).toEqual(['SC_ignore is no regular expression: (']);
  });
});
