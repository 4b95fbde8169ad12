/** The emulated AEAT is as strict as the real one: each test sends what the product would not. */
import { expect, it, onTestFinished } from 'vitest';
import { post } from '../../countries/base/http-client.ts';
import { hashOf as productHash } from '../../countries/es/verifactu/hash.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { startEmulator, type Emulator } from './emulator.ts';
import { NAMESPACES } from './schema.ts';

const NIF = 'B12345674';
const clock = new ManualClock('2026-05-12T12:00:00');

/** Values of an alta; `hash` and `chain` may be wrong on purpose. */
interface Values {
  number: string;
  chain?: string;
  hash?: string;
  kind?: string;
  rate?: string;
  quota?: string;
  total?: string;
  date?: string;
  more?: string;
}

const TIME = '2026-05-12T10:00:00Z';

function hashOf(
  { number, kind = 'F2', quota = '2.10', total = '12.10', date = '12-05-2026' }: Values,
  before: string,
): string {
  return productHash([
    ['IDEmisorFactura', NIF],
    ['NumSerieFactura', number],
    ['FechaExpedicionFactura', date],
    ['TipoFactura', kind],
    ['CuotaTotal', quota],
    ['ImporteTotal', total],
    ['Huella', before],
    ['FechaHoraHusoGenRegistro', TIME],
  ]);
}

function alta(values: Values): string {
  const {
    number,
    chain = '',
    kind = 'F2',
    rate = '21',
    quota = '2.10',
    total = '12.10',
    date = '12-05-2026',
    more = '',
  } = values;
  const before =
    chain === ''
      ? '<d:PrimerRegistro>S</d:PrimerRegistro>'
      : `<d:RegistroAnterior><d:IDEmisorFactura>${NIF}</d:IDEmisorFactura><d:NumSerieFactura>A/1</d:NumSerieFactura><d:FechaExpedicionFactura>12-05-2026</d:FechaExpedicionFactura><d:Huella>${chain}</d:Huella></d:RegistroAnterior>`;
  return (
    `<lr:RegistroFactura><d:RegistroAlta><d:IDVersion>1.0</d:IDVersion><d:IDFactura><d:IDEmisorFactura>${NIF}</d:IDEmisorFactura>` +
    `<d:NumSerieFactura>${number}</d:NumSerieFactura><d:FechaExpedicionFactura>${date}</d:FechaExpedicionFactura></d:IDFactura>` +
    `<d:NombreRazonEmisor>Tienda</d:NombreRazonEmisor>${more}<d:TipoFactura>${kind}</d:TipoFactura><d:DescripcionOperacion>Venta</d:DescripcionOperacion>` +
    `<d:Desglose><d:DetalleDesglose><d:ClaveRegimen>01</d:ClaveRegimen><d:CalificacionOperacion>S1</d:CalificacionOperacion><d:TipoImpositivo>${rate}</d:TipoImpositivo>` +
    `<d:BaseImponibleOimporteNoSujeto>10.00</d:BaseImponibleOimporteNoSujeto><d:CuotaRepercutida>${quota}</d:CuotaRepercutida></d:DetalleDesglose></d:Desglose>` +
    `<d:CuotaTotal>${quota}</d:CuotaTotal><d:ImporteTotal>${total}</d:ImporteTotal><d:Encadenamiento>${before}</d:Encadenamiento>` +
    '<d:SistemaInformatico><d:NombreRazon>T</d:NombreRazon><d:NIF>A58818501</d:NIF><d:NombreSistemaInformatico>T</d:NombreSistemaInformatico>' +
    '<d:IdSistemaInformatico>T1</d:IdSistemaInformatico><d:Version>1</d:Version><d:NumeroInstalacion>1</d:NumeroInstalacion>' +
    '<d:TipoUsoPosibleSoloVerifactu>S</d:TipoUsoPosibleSoloVerifactu><d:TipoUsoPosibleMultiOT>N</d:TipoUsoPosibleMultiOT><d:IndicadorMultiplesOT>N</d:IndicadorMultiplesOT></d:SistemaInformatico>' +
    `<d:FechaHoraHusoGenRegistro>${TIME}</d:FechaHoraHusoGenRegistro><d:TipoHuella>01</d:TipoHuella><d:Huella>${values.hash ?? hashOf(values, chain)}</d:Huella></d:RegistroAlta></lr:RegistroFactura>`
  );
}

function message(records: string, nif = NIF): string {
  return (
    '<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>' +
    `<lr:RegFactuSistemaFacturacion xmlns:lr="${NAMESPACES.message}" xmlns:d="${NAMESPACES.data}"><lr:Cabecera><d:ObligadoEmision><d:NombreRazon>Tienda</d:NombreRazon><d:NIF>${nif}</d:NIF></d:ObligadoEmision></lr:Cabecera>` +
    `${records}</lr:RegFactuSistemaFacturacion></S:Body></S:Envelope>`
  );
}

async function open(): Promise<{ aeat: Emulator; send: (body: string, known?: boolean) => Promise<string> }> {
  const aeat = await startEmulator({ clock });
  onTestFinished(() => aeat.stop());
  const { key, certificate } = await aeat.issue(NIF);
  const client = {
    certificate: certificate.toString(),
    key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
  return {
    aeat,
    async send(body, known = true) {
      const answer = await post(
        {
          ...{ url: aeat.url, name: 'AEAT', ca: aeat.ca, timeoutMs: 10_000 },
          ...{ headers: { 'content-type': 'text/xml' }, client: known ? client : undefined },
        },
        body,
      );
      if (!('body' in answer)) throw new Error(JSON.stringify(answer));
      const text = answer.body.toString();
      const code = /<r:CodigoErrorRegistro>(\d+)/.exec(text)?.[1] ?? /Codigo\[(\d+)\]/.exec(text)?.[1] ?? '';
      const state = /<r:EstadoRegistro>(\w+)/.exec(text)?.[1] ?? String(answer.status);
      return [state, code].filter(Boolean).join(' ');
    },
  };
}

it('takes what is right, refuses what is wrong, and says so of what it takes with errors', async () => {
  const { aeat, send } = await open();
  expect(await send(message(alta({ number: 'A/1' })), false)).toBe('403');
  expect(await send(message(alta({ number: 'A/1' }), 'A58818501'))).toBe('500 4112');
  expect(await send(message('<lr:RegistroFactura/>'))).toBe('500 4102');
  expect(await send(message(alta({ number: 'A/1', more: '<d:Cupon>N</d:Cupon>' })))).toBe('500 4102');
  expect(await send(message(alta({ number: 'A/1' })))).toBe('Correcto');
  expect(aeat.requests.at(-1)!.early).toBe(false);
  expect(await send(message(alta({ number: 'A/1' })))).toBe('Incorrecto 3000');
  expect(aeat.requests.at(-1)!.early).toBe(true);
  const first = hashOf({ number: 'A/1' }, '');
  expect(await send(message(alta({ number: 'A/2', chain: first })))).toBe('Correcto');
  expect(await send(message(alta({ number: 'A/3', chain: first })))).toBe('AceptadoConErrores 2007');
  expect(await send(message(alta({ number: 'A/4', hash: '0'.repeat(64) })))).toBe('AceptadoConErrores 2000');
  for (const [values, code] of [
    [{ kind: 'F1' }, 1189],
    [{ kind: 'R5' }, 1114],
    [{ rate: '22', quota: '2.20', total: '12.20' }, 1124],
    [{ rate: '5', quota: '0.50', total: '10.50' }, 1200],
    [{ quota: '42.10', total: '52.10' }, 1142],
    [{ date: '27-10-2024' }, 1104],
    [{ date: '14-05-2026' }, 1112],
    [{ number: 'A=5' }, 1123],
    [{ more: '<d:Subsanacion>S</d:Subsanacion>' }, 3002],
    [{ number: 'A/9', more: '<d:Subsanacion>S</d:Subsanacion><d:RechazoPrevio>X</d:RechazoPrevio>' }, 1160],
  ] as const)
    expect([values, await send(message(alta({ number: 'B/1', ...values })))]).toEqual([
      values,
      `Incorrecto ${code}`,
    ]);
  expect(aeat.service.taken).toHaveLength(4);
});
