/** The client against servers that answer nonsense. */
import type { RequestListener } from 'node:http';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AuthorityAccess } from './access.ts';
import { registerSeries } from './client.ts';
import { makeIdentity, type Identity } from '../../../emulators/pt-series/identity.ts';
import { fakeServer, PASSWORD, registration } from './testing/access.ts';

let identity: Identity;
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  identity = await makeIdentity(Date.now());
});
afterEach(() => stop?.());

async function registerAt(listener: RequestListener, more: Partial<AuthorityAccess> = {}) {
  const server = await fakeServer(listener, identity);
  stop = server.stop;
  return registerSeries({ ...server.access, ...more }, registration('1_1.26'));
}

const answering =
  (text: string | Buffer, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/xml' }).end(text);
  };

const envelope = (body: string) =>
  `<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${body}</S:Body></S:Envelope>`;
const result = (code: string, infos = '', message = '') =>
  envelope(
    `<a:registarSerieResponse xmlns:a="http://at.gov.pt/"><registarSerieResp>${infos}<infoResultOper>` +
      `<codResultOper>${code}</codResultOper><msgResultOper>${message}</msgResultOper></infoResultOper>` +
      '</registarSerieResp></a:registarSerieResponse>',
  );
const info = (code: string, serie = '1_1.26') =>
  `<infoSerie><serie>${serie}</serie><tipoDoc>FS</tipoDoc><codValidacaoSerie>${code}</codValidacaoSerie></infoSerie>`;

const notUnderstood = (text: RegExp) => ({ refused: { code: 0, text: expect.stringMatching(text) } });

it('understands a plain answer', async () => {
  expect(await registerAt(answering(result('2001', info('CSDF7T5H'))))).toEqual({ ok: { code: 'CSDF7T5H' } });
});

describe('an answer that cannot be understood', () => {
  it.each([
    ['nothing', '', /not well-formed XML/],
    ['a page', '<!DOCTYPE html><html><body>Em manutenção</body></html>', /document type declaration/],
    ['a broken page', '<html><p>Em manutenção<br></html>', /not well-formed XML/],
    ['JSON', '{"ok":{"code":"CSDF7T5H"}}', /not well-formed XML/],
    ['half an answer', result('2001').slice(0, 150), /not well-formed XML/],
    ['another XML', '<registarSerieResp/>', /not a SOAP 1.1 envelope/],
    ['an empty body', envelope(''), /no registarSerieResp/],
    ['another answer', result('2001').replaceAll('registarSerie', 'anularSerie'), /no registarSerieResp/],
    ['no number', result('ok'), /no codResultOper/],
    ['entities', `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(99)}">]>${envelope('&a;')}`, /document type/],
    ['an unknown entity', envelope('&a;'), /not well-formed XML/],
    ['no code', result('2001'), /no usable validation code/],
    ['an empty code', result('2001', info('')), /no usable validation code/],
    ['a short code', result('2001', info('ABC')), /no usable validation code/],
    ['a code that breaks the QR code', result('2001', info('CSDF7T5H*R:1')), /no usable validation code/],
    ['a code of another series', result('2001', info('CSDF7T5H', '1_2.26')), /no usable validation code/],
    ['too many levels', envelope('<a>'.repeat(300_000)), /more than 64 nested elements/],
  ])('is refused: %s', async (_name, text, expected) => {
    const answer = await registerAt(answering(text));
    expect(answer).toEqual(notUnderstood(expected));
    expect(JSON.stringify(answer).length).toBeLessThan(500);
  });

  it('is refused in another encoding', async () => {
    expect(await registerAt(answering(Buffer.from(result('4001', '', 'já'), 'latin1')))).toEqual(
      notUnderstood(/it is not UTF-8/),
    );
  });

  it('is refused when it never ends', async () => {
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('<x/>'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    };
    expect(await registerAt(endless)).toEqual(notUnderstood(/longer than 1000000 bytes/));
  });
});

describe('SOAP faults', () => {
  const fault = (inner: string, status = 500) => answering(envelope(`<S:Fault>${inner}</S:Fault>`), status);

  it('with a number are refusals of that number', async () => {
    expect(
      await registerAt(fault('<faultcode>33</faultcode><faultstring>Mensagem inválida</faultstring>')),
    ).toEqual({
      refused: { code: 33, text: 'the SOAP message is not valid; the tax authority says: Mensagem inválida' },
    });
  });

  it('without a number are refusals, whatever the HTTP status', async () => {
    for (const status of [200, 500]) {
      const answer = await registerAt(
        fault('<faultcode>S:Client</faultcode><faultstring>Erro - Pedido do Cliente</faultstring>', status),
      );
      expect(answer).toEqual(
        notUnderstood(/^the tax authority refused the message: Erro - Pedido do Cliente$/),
      );
      await stop?.();
    }
  });

  it('of a technical error are worth another try', async () => {
    expect(
      await registerAt(fault('<faultstring>Erro</faultstring><detail><e><Code>5000</Code></e></detail>')),
    ).toHaveProperty('unreachable');
  });

  it('give one line of bounded length', async () => {
    const answer = await registerAt(
      fault(`<faultstring>um\ndois\u0085três ${'x'.repeat(100_000)}</faultstring>`),
    );
    expect(answer).toEqual(notUnderstood(/^[^\n\u0085]*um dois três x+…$/));
    expect(JSON.stringify(answer).length).toBeLessThan(500);
  });
});

describe('HTTP', () => {
  it('redirects are not followed', async () => {
    let requests = 0;
    const answer = await registerAt((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/SeriesWSService' }).end();
    });
    expect(answer).toEqual({ refused: { code: 302, text: 'the tax authority answered with HTTP 302' } });
    expect(requests).toBe(1);
  });

  it('an error page of the server is worth another try', async () => {
    expect(await registerAt(answering('<html><p>Service Unavailable<br></html>', 503))).toEqual({
      unreachable: 'the tax authority answered with HTTP 503',
    });
  });

  it('a result with an error status is none', async () => {
    expect(await registerAt(answering(result('2001', info('CSDF7T5H')), 500))).toHaveProperty('unreachable');
  });

  it('an answer that breaks off is worth another try', async () => {
    const answer = await registerAt((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('<S:Envelope', () => response.destroy());
    });
    expect(answer).toEqual({ unreachable: expect.stringMatching(/no answer from localhost/) });
  });

  it('an answer that comes drop by drop is given up', async () => {
    const answer = await registerAt(
      (_request, response) => {
        response.writeHead(200);
        response.write('<S:Envelope');
      },
      { timeoutMs: 300 },
    );
    expect(answer).toEqual({ unreachable: 'the tax authority did not answer within 300 ms' });
  });

  it('the request is what SOAP 1.1 asks for', async () => {
    let seen = '';
    await registerAt((request, response) => {
      const { 'content-type': type, soapaction } = request.headers;
      seen = `${request.method} ${request.url} ${type} ${String(soapaction)}`;
      response.end();
    });
    expect(seen).toBe('POST /SeriesWSService text/xml; charset=utf-8 ""');
  });
});

it('never repeats the password, even when the server does', async () => {
  const leaking = result('4003', '', `a senha ${PASSWORD} do utilizador`);
  expect(await registerAt(answering(leaking))).toEqual({
    refused: {
      code: 4003,
      text: 'fields have wrong values; the tax authority says: a senha *** do utilizador',
    },
  });
});
