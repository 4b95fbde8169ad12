import { createContext, runInContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceState } from '../bridge.ts';
import { record, resetElectron } from '../testing/electron-double.ts';
import { textsFor } from '../texts.ts';
import { declareScheme, serveOwnPages } from './scheme.ts';
import { waitingScript } from './script.ts';
import { signInScript } from './sign-in.ts';

vi.mock('electron', () => import('../testing/electron-double.ts'));

describe('scheme', () => {
  beforeEach(() => {
    resetElectron();
    serveOwnPages(textsFor('pt-PT'));
  });

  const get = (url: string, method = 'GET'): Response =>
    record.served.get('tillmark')!({ url, method } as Request);

  it('is standard and secure', () => {
    declareScheme();
    expect(record.schemes).toEqual([{ scheme: 'tillmark', privileges: { standard: true, secure: true } }]);
  });

  it.each([
    ['tillmark://app/', 'text/html; charset=utf-8'],
    ['tillmark://app/waiting.css', 'text/css; charset=utf-8'],
    ['tillmark://app/waiting.js', 'text/javascript; charset=utf-8'],
    ['tillmark://app/sign-in?wrong', 'text/html; charset=utf-8'],
    ['tillmark://app/sign-in.js', 'text/javascript; charset=utf-8'],
  ])('serves %s under a strict policy', (url, type) => {
    const { status, headers } = get(url);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(type);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|http/);
  });

  it.each([
    'tillmark://app/../package.json',
    'tillmark://app/%2e%2e/x',
    'tillmark://evil/',
    'tillmark://app/x',
  ])('has nothing at %s', (url) => {
    expect(get(url).status).toBe(404);
  });

  it('answers GET only and speaks the language of the app', async () => {
    expect(get('tillmark://app/', 'POST').status).toBe(404);
    expect(await get('tillmark://app/').text()).toContain('<html lang="pt">');
  });
});

describe('page', () => {
  class PartDouble {
    textContent = '';
    hidden = false;
    click: () => void = () => undefined;
    addEventListener(_type: string, listener: () => void): void {
      this.click = listener;
    }
  }
  const at = new Date(2026, 10, 20, 12, 0, 8);
  let parts: Record<string, PartDouble>;
  let tell: (state: ServiceState) => void;
  const restartService = vi.fn(() => Promise.resolve());
  const openLogs = vi.fn(() => Promise.resolve());
  let printed: string[] = [];
  const showRegister = vi.fn(() => Promise.resolve());

  beforeEach(() => {
    vi.useFakeTimers({ now: at.getTime() - 8000 });
    restartService.mockClear();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  async function open(state: ServiceState, locale = 'en', search = ''): Promise<void> {
    parts = Object.fromEntries(
      'heading line reason sell restart detail again logs help printed'
        .split(' ')
        .map((id) => [id, new PartDouble()]),
    );
    const tillmark = {
      serviceState: () => Promise.resolve(state),
      onServiceState: (callback: (state: ServiceState) => void) => {
        tell = callback;
      },
      restartService,
      showRegister,
      openLogs,
      lastLines: () => Promise.resolve(printed),
    };
    const page = {
      location: { search },
      URLSearchParams,
      window: { tillmark },
      document: { getElementById: (id: string) => parts[id] },
    };
    runInContext(
      waitingScript(textsFor(locale)),
      createContext({ ...page, Date, setInterval, clearInterval }),
    );
    await vi.advanceTimersByTimeAsync(0);
  }

  it('says that the register is starting, without a button to press', async () => {
    await open({ state: 'starting' }, 'de');
    expect(parts['line']?.textContent).toBe('Das Register startet …');
    expect(parts['restart']?.hidden).toBe(true);
    expect(parts['sell']?.textContent).toBe('');
  });

  it('counts the seconds to the next attempt', async () => {
    await open({
      state: 'restarting',
      at: at.toISOString(),
      attempt: 4,
      text: 'The service ended with code 1.',
    });
    expect(parts['line']?.textContent).toBe('The register has stopped');
    expect(parts['reason']?.textContent).toBe('Next attempt in 8 s.');
    await vi.advanceTimersByTimeAsync(5000);
    expect(parts['reason']?.textContent).toBe('Next attempt in 3 s.');
    await vi.advanceTimersByTimeAsync(4000);
    expect(parts['reason']?.textContent).toBe('Starting again …');
    expect(parts['detail']?.textContent).toBe('The service ended with code 1.');
  });

  it('stops counting when the state changes', async () => {
    await open({ state: 'restarting', at: at.toISOString(), attempt: 4, text: '' });
    tell({ state: 'starting' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(parts['reason']?.textContent).toBe('');
  });

  it('explains a failure and offers a restart', async () => {
    await open({ state: 'failed', reason: 'dataRootInUse', text: '<b>EBUSY</b>' }, 'pt');
    expect(parts['line']?.textContent).toBe('A caixa não consegue arrancar');
    expect(parts['reason']?.textContent).toBe('Outra caixa já está a usar a pasta de dados.');
    expect(parts['sell']?.textContent).toContain('Não é possível emitir documentos');
    expect(parts['detail']).toMatchObject({ textContent: '<b>EBUSY</b>', hidden: false });
    expect(parts['restart']?.hidden).toBe(false);
    parts['restart']?.click();
    expect(restartService).toHaveBeenCalledTimes(1);
    expect(parts['restart']?.hidden).toBe(true);
  });

  it('says of a register that ends again and again what to do, with what it said last', async () => {
    printed = ['tillmark: <b>disk</b>', 'at open'];
    const again = (attempt: number): ServiceState => ({
      state: 'restarting',
      ...{ at: at.toISOString(), attempt, text: 'The service ended with code 1.' },
    });
    await open(again(2));
    expect(parts['help']?.textContent).toBe('');
    expect(parts['logs']?.hidden).toBe(true);
    tell(again(3));
    await vi.advanceTimersByTimeAsync(0);
    expect(parts['help']?.textContent).toMatch(/^It has ended 3 times in a row\. Restart this computer\./);
    expect(parts['printed']).toMatchObject({ textContent: 'tillmark: <b>disk</b>\nat open', hidden: false });
    parts['logs']?.click();
    expect(openLogs).toHaveBeenCalledTimes(1);
    tell({ state: 'starting' });
    expect(parts['help']?.textContent).toBe('');
    expect(parts['printed']?.hidden).toBe(true);
  });

  it('follows the state and shows no failure while the register is about to replace it', async () => {
    await open({ state: 'stopped' });
    expect(parts['restart']?.hidden).toBe(false);
    tell({ state: 'ready', url: 'http://127.0.0.1:5618', problems: [] });
    expect(parts['line']?.textContent).toBe('The register is starting …');
    expect(parts['detail']?.hidden).toBe(true);
  });

  it('says how the register is doing when it has no page of its own', async () => {
    await open({ state: 'ready', url: null, problems: [] });
    expect(parts['line']?.textContent).toBe('Ready to sell');
    expect(parts['reason']?.textContent).toContain('HttpServer_Disable');
    expect(parts['sell']?.textContent).toBe('');
    tell({ state: 'notReady', url: null, problems: ['NO_CFG'] });
    expect(parts['line']?.textContent).toBe('Not ready to sell, reasons: 1');
  });

  it('says that a page of a running register did not load, and tries again when asked', async () => {
    await open(
      { state: 'ready', url: 'http://127.0.0.1:5618', problems: [] },
      'en',
      '?error=ERR_EMPTY_RESPONSE',
    );
    expect(parts['line']?.textContent).toBe('The page of the register cannot be shown');
    expect(parts['reason']?.textContent).toContain('tills can go on selling');
    expect(parts['detail']).toMatchObject({ textContent: 'ERR_EMPTY_RESPONSE', hidden: false });
    expect(parts['restart']?.hidden).toBe(true);
    expect(parts['again']?.hidden).toBe(false);
    parts['again']?.click();
    expect(showRegister).toHaveBeenCalledTimes(1);
    tell({ state: 'restarting', at: at.toISOString(), attempt: 1, text: '' });
    expect(parts['line']?.textContent).toBe('The register has stopped');
    expect(parts['again']?.hidden).toBe(true);
  });
});

describe('sign-in page', () => {
  it('hands user and password to the shell and sends no form', () => {
    const made = () => ({ textContent: '', value: '', listen: (_event: object): void => undefined });
    const ids = [
      'heading',
      'intro',
      'userLabel',
      'passwordLabel',
      'submit',
      'wrong',
      'form',
      'user',
      'password',
    ];
    const parts = Object.fromEntries(ids.map((id) => [id, made()]));
    const element = (id: string) =>
      Object.assign(parts[id]!, {
        addEventListener: (_type: string, listener: (event: object) => void) => {
          parts[id]!.listen = listener;
        },
      });
    const signIn = vi.fn();
    runInContext(
      signInScript(textsFor('de')),
      createContext({
        ...{ window: { tillmark: { signIn } }, document: { getElementById: element } },
        ...{ location: { search: '?wrong' }, URLSearchParams },
      }),
    );
    expect(parts['intro']?.textContent).toBe('Dieses Register verlangt Benutzer und Passwort.');
    expect(parts['wrong']?.textContent).toBe('Benutzer oder Passwort ist falsch.');
    parts['user']!.value = 'ana';
    parts['password']!.value = 'secret';
    const preventDefault = vi.fn();
    parts['form']!.listen({ preventDefault });
    expect(preventDefault).toHaveBeenCalledTimes(1);
    expect(signIn.mock.calls).toEqual([['ana', 'secret']]);
  });
});
