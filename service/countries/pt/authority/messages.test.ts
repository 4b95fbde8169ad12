import { describe, expect, it } from 'vitest';
import {
  annulRequest,
  finaliseRequest,
  queryRequest,
  readAnswer,
  registerRequest,
  writeRequest,
} from './messages.ts';

const NAME = { series: '1_1.26', documentClass: 'SI', documentType: 'FS' };
const CODE = 'CSDF7T5H';
const ENVELOPE =
  '<?xml version="1.0" encoding="UTF-8"?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/">' +
  '<S:Header><sec/></S:Header><S:Body>';
const END = '</S:Body></S:Envelope>';

describe('requests', () => {
  it('registers a series', () => {
    const request = registerRequest({
      ...NAME,
      kind: 'N',
      first: 1,
      from: '2026-01-15',
      certificate: '0042',
      since: null,
    });
    expect(writeRequest('<sec/>', request)).toBe(
      `${ENVELOPE}<at:registarSerie xmlns:at="http://at.gov.pt/"><serie>1_1.26</serie><tipoSerie>N</tipoSerie>` +
        '<classeDoc>SI</classeDoc><tipoDoc>FS</tipoDoc><numInicialSeq>1</numInicialSeq>' +
        '<dataInicioPrevUtiliz>2026-01-15</dataInicioPrevUtiliz><numCertSWFatur>42</numCertSWFatur>' +
        `<meioProcessamento>PI</meioProcessamento></at:registarSerie>${END}`,
    );
  });

  it('gives certificate 0 for none, however it is printed', () => {
    const fields = (certificate: string) =>
      registerRequest({ ...NAME, kind: 'N', first: 1, from: '2026-01-15', certificate, since: null }).fields;
    expect(fields('0000')).toContainEqual(['numCertSWFatur', '0']);
    expect(fields('0')).toContainEqual(['numCertSWFatur', '0']);
  });

  it('finalises a series, with a reason when there is one', () => {
    const request = finaliseRequest({ ...NAME, code: CODE, last: 57, reason: 'loja <fechada> & vendida' });
    expect(writeRequest('<sec/>', request)).toBe(
      `${ENVELOPE}<at:finalizarSerie xmlns:at="http://at.gov.pt/"><serie>1_1.26</serie><classeDoc>SI</classeDoc>` +
        '<tipoDoc>FS</tipoDoc><codValidacaoSerie>CSDF7T5H</codValidacaoSerie><seqUltimoDocEmitido>57</seqUltimoDocEmitido>' +
        `<justificacao>loja &lt;fechada&gt; &amp; vendida</justificacao></at:finalizarSerie>${END}`,
    );
    const names = (reason?: string) =>
      finaliseRequest({ ...NAME, code: CODE, last: 57, ...(reason !== undefined && { reason }) }).fields.map(
        ([name]) => name,
      );
    expect(names()).not.toContain('justificacao');
    expect(names('')).not.toContain('justificacao');
  });

  it('annuls a series with the declaration that nothing was issued', () => {
    expect(writeRequest('<sec/>', annulRequest({ ...NAME, code: CODE }))).toBe(
      `${ENVELOPE}<at:anularSerie xmlns:at="http://at.gov.pt/"><serie>1_1.26</serie><classeDoc>SI</classeDoc>` +
        '<tipoDoc>FS</tipoDoc><codValidacaoSerie>CSDF7T5H</codValidacaoSerie><motivo>ER</motivo>' +
        `<declaracaoNaoEmissao>true</declaracaoNaoEmissao></at:anularSerie>${END}`,
    );
  });

  it('asks for series, with the filters that are given', () => {
    expect(writeRequest('<sec/>', queryRequest({ ...NAME, code: CODE }))).toBe(
      `${ENVELOPE}<at:consultarSeries xmlns:at="http://at.gov.pt/"><serie>1_1.26</serie><classeDoc>SI</classeDoc>` +
        `<tipoDoc>FS</tipoDoc><codValidacaoSerie>CSDF7T5H</codValidacaoSerie></at:consultarSeries>${END}`,
    );
    expect(queryRequest({}).fields).toEqual([]);
  });
});

/** As an answer of the real service looks, with elements that nobody announced. */
const REGISTERED = `<?xml version='1.0' encoding='UTF-8'?>
<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Header/><S:Body>
  <ns2:registarSerieResponse xmlns:ns2="http://at.gov.pt/"><registarSerieResp>
    <infoSerie>
      <serie>1_1.26</serie><tipoSerie>N</tipoSerie><classeDoc>SI</classeDoc><tipoDoc>FS</tipoDoc>
      <numInicialSeq>1</numInicialSeq><numFinalSeq></numFinalSeq><dataInicioPrevUtiliz>2026-01-15</dataInicioPrevUtiliz>
      <seqUltimoDocEmitido>3</seqUltimoDocEmitido>
      <novoCampo><outro>1</outro></novoCampo>
      <meioProcessamento>PI</meioProcessamento><numCertSWFatur>9999</numCertSWFatur>
      <codValidacaoSerie> CSDF7T5H </codValidacaoSerie><dataRegisto>2026-01-15</dataRegisto><estado>A</estado>
      <dataEstado>2026-01-15T10:15:31</dataEstado><nifComunicou>555555550</nifComunicou>
    </infoSerie>
    <infoResultOper><codResultOper>2001</codResultOper><msgResultOper>Série registada</msgResultOper><extra/></infoResultOper>
  </registarSerieResp></ns2:registarSerieResponse>
</S:Body></S:Envelope>`;

const read = (body: string) => readAnswer('registarSerie', Buffer.from(`${ENVELOPE}${body}${END}`));
const response = (inner: string) =>
  `<a:registarSerieResponse xmlns:a="http://at.gov.pt/"><registarSerieResp>${inner}</registarSerieResp></a:registarSerieResponse>`;

describe('answers', () => {
  it('reads result and series, and passes over what it does not know', () => {
    expect(readAnswer('registarSerie', Buffer.from(REGISTERED))).toEqual({
      result: {
        code: 2001,
        text: 'Série registada',
        series: [
          {
            ...NAME,
            kind: 'N',
            first: 1,
            last: 3,
            medium: 'PI',
            certificate: '9999',
            code: CODE,
            status: 'A',
            registered: '2026-01-15',
            communicatedBy: '555555550',
          },
        ],
      },
    });
  });

  it('reads a refusal without series', () => {
    expect(
      read(
        response(
          '<infoResultOper><codResultOper>4001</codResultOper><msgResultOper>Já registada</msgResultOper></infoResultOper>',
        ),
      ),
    ).toEqual({ result: { code: 4001, text: 'Já registada', series: [] } });
  });

  it('reads series with nothing in them', () => {
    expect(
      read(response('<infoSerie/><infoResultOper><codResultOper>2001</codResultOper></infoResultOper>')),
    ).toMatchObject({ result: { text: '', series: [{ code: '', status: '', first: undefined }] } });
  });

  it.each([
    ['', /no registarSerieResp/],
    ['<other/>', /no registarSerieResp/],
    ['<a:finalizarSerieResponse xmlns:a="http://at.gov.pt/"/>', /no registarSerieResp/],
    [response(''), /no codResultOper/],
    [response('<infoResultOper><codResultOper>OK</codResultOper></infoResultOper>'), /no codResultOper/],
    [response('<infoResultOper><codResultOper>-1</codResultOper></infoResultOper>'), /no codResultOper/],
  ])('says what is missing in %.60s', (body, problem) => {
    expect(read(body)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

describe('SOAP faults', () => {
  const fault = (inner: string) => read(`<S:Fault>${inner}</S:Fault>`);

  it.each([
    [
      'in the detail',
      '<faultcode>S:Client</faultcode><faultstring>Erro</faultstring><detail><x><Code>99</Code></x></detail>',
      99,
      'Erro',
    ],
    ['as fault code', '<faultcode>33</faultcode><faultstring>Erro</faultstring>', 33, 'Erro'],
    ['as fault code with prefix', '<faultcode>S:33</faultcode><faultstring>Erro</faultstring>', 33, 'Erro'],
    [
      'in Portuguese',
      '<faultcode>S:Client</faultcode><detail><e><codigo>5000</codigo><mensagem>Falha</mensagem></e></detail>',
      5000,
      'Falha',
    ],
    [
      'nowhere',
      '<faultcode>S:Client</faultcode><faultstring>Erro - Pedido do Cliente</faultstring>',
      null,
      'Erro - Pedido do Cliente',
    ],
    ['nowhere, and nothing else', '', null, ''],
  ])('have their number %s', (_where, inner, code, text) => {
    expect(fault(inner)).toEqual({ fault: { code, text } });
  });

  it('say both texts, once each', () => {
    expect(
      fault(
        '<faultstring>Erro</faultstring><detail><a><Message>Senha errada</Message><Message>Erro</Message></a></detail>',
      ),
    ).toEqual({ fault: { code: null, text: 'Erro – Senha errada' } });
  });
});
