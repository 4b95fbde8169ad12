/**
 * What the simulated authority answers. Results have the shape of the WSDL. A
 * refused login is a SOAP fault with the number in its detail: the manual of the
 * series service leaves it open, and the authority's services differ, so
 * the client reads the number wherever it stands.
 */
import { SERVICE_NAMESPACE, type Operation } from '../../countries/pt/authority/messages.ts';
import { writeEnvelope } from '../../countries/base/soap.ts';
import { textElement } from '../../countries/base/xml-writer.ts';
import type { StoredSeries } from './registry.ts';

const MESSAGES: Readonly<Record<number, string>> = {
  2001: 'Série registada com sucesso.',
  2002: 'Consulta efetuada com sucesso.',
  2003: 'Série anulada com sucesso.',
  2004: 'Série finalizada com sucesso.',
  4000: 'O XML do pedido não é válido',
  4001: 'A série já se encontra registada para o tipo de documento',
  4002: 'Campos de preenchimento obrigatório em falta',
  4003: 'Campos com valores inválidos',
  4004: 'Não é possível anular a série',
  4005: 'Não é possível finalizar a série',
  4043: 'O contribuinte não tem atividade aberta',
  4045: 'A classe do documento não é válida',
  4046: 'O tipo de documento não corresponde à classe do documento',
  4047: 'O último número é inferior ao número inicial da série',
  4048: 'A data final é anterior à data inicial',
  4049: 'A data de início de utilização é anterior à data atual',
  4051: 'O motivo de anulação não é válido',
  5000: 'Erro técnico',
  1: 'Utilizador não preenchido',
  2: 'Tamanho do utilizador inválido',
  3: 'NIF do utilizador inválido',
  4: 'Formato do utilizador inválido',
  5: 'Formato do subutilizador inválido',
  6: 'Senha não preenchida',
  7: 'Valor sem codificação Base64',
  8: 'Cifra da chave pública inválida',
  9: 'Formato da data inválido',
  10: 'Credencial expirada',
  11: 'Chave inválida',
  12: 'Chave repetida',
  13: 'Estrutura da senha inválida',
  16: 'Não foi possível decifrar o campo Created',
  17: 'Não foi possível decifrar o campo Password',
  19: 'Campo Created não preenchido',
  20: 'Campo Nonce não preenchido',
  33: 'Mensagem SOAP inválida',
  99: 'Senha errada ou acesso suspenso',
};

/** Order of the fields in `infoSerie`. */
const INFO_FIELDS = [
  'serie',
  'tipoSerie',
  'classeDoc',
  'tipoDoc',
  'numInicialSeq',
  'dataInicioPrevUtiliz',
  'seqUltimoDocEmitido',
  'meioProcessamento',
  'numCertSWFatur',
  'codValidacaoSerie',
  'dataRegisto',
  'estado',
  'motivoEstado',
  'justificacao',
  'dataEstado',
  'nifComunicou',
] as const satisfies (keyof StoredSeries)[];

/** The answer to an operation; `about` says what a refusal is about. */
export function resultAnswer(
  operation: Operation,
  code: number,
  series: readonly StoredSeries[],
  about = '',
): string {
  const infos = series.map((one) => {
    const fields = INFO_FIELDS.map((name) => (one[name] === undefined ? '' : textElement(name, one[name])));
    return `<infoSerie>${fields.join('')}</infoSerie>`;
  });
  const outcome =
    textElement('codResultOper', String(code)) + textElement('msgResultOper', message(code, about));
  return writeEnvelope(
    `<ns2:${operation}Response xmlns:ns2="${SERVICE_NAMESPACE}"><${operation}Resp>${infos.join('')}` +
      `<infoResultOper>${outcome}</infoResultOper></${operation}Resp></ns2:${operation}Response>`,
  );
}

/** A SOAP fault with a code of the authority's sign-on. */
export function faultAnswer(code: number): string {
  const detail = textElement('at:Code', String(code)) + textElement('at:Message', message(code, ''));
  return writeEnvelope(
    '<S:Fault><faultcode>S:Client</faultcode><faultstring>Erro - Pedido do Cliente</faultstring>' +
      '<detail><at:AuthenticationFailed xmlns:at="http://at.pt/wsp/auth">' +
      `${detail}</at:AuthenticationFailed></detail></S:Fault>`,
  );
}

/** At most 250 characters, as the schema has it. */
function message(code: number, about: string): string {
  return `${MESSAGES[code] ?? 'Erro'}${about === '' ? '' : `: ${about}`}`.slice(0, 250);
}
