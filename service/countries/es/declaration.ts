/** The producer's declaration of responsibility (declaración responsable; RD 1007/2023, art. 13; Orden HAC/1177/2024, art. 15). */
import type { CountryServices } from '../contract/services.ts';
import { escapeXml } from '../base/xml-writer.ts';

/** Its points that are shown on the page, in order. */
export type Declaration = readonly { key: 'name' | 'id' | 'version' | 'producer' | 'taxId'; value: string }[];

/** IdSistemaInformatico in all records. */
export const SYSTEM_ID = 'TM';

/** What is declared of this program. */
export function declarationFacts({ program }: Pick<CountryServices, 'program'>): Declaration {
  const { product, version, producer } = program();
  return [
    { key: 'name', value: product },
    { key: 'id', value: SYSTEM_ID },
    { key: 'version', value: version },
    { key: 'producer', value: producer.name },
    { key: 'taxId', value: producer.taxId },
  ];
}

/** The declaration as a document (HTML), in Spanish. @param day when it is made, `YYYY-MM-DD` */
export function declarationDocument(services: Pick<CountryServices, 'program'>, day: string): string {
  const { product, version, producer } = services.program();
  const points: readonly (readonly [string, string])[] = [
    ['a) Nombre del sistema informático', product],
    ['b) Código identificador del sistema informático', SYSTEM_ID],
    ['c) Identificador completo de la versión', version],
    [
      'd) Componentes, descripción y funcionalidades',
      'Programa que se instala en el equipo del obligado tributario o en un servidor y recibe por HTTP las ventas de programas de punto de venta: las numera, genera y encadena los registros de facturación, los conserva en un diario que no se modifica, los remite a la Administración y da el contenido que debe imprimirse.',
    ],
    [
      'e) ¿Solo puede funcionar como VERI*FACTU?',
      'No: también como sistema no verificable, con registros firmados.',
    ],
    [
      'f) ¿Permite facturar a varios obligados tributarios?',
      'Sí, cada uno con su propia cadena de registros.',
    ],
    [
      'g) Tipos de firma cuando no es VERI*FACTU',
      'XAdES Enveloped (EPES), RSA con SHA-256, con el certificado del obligado tributario.',
    ],
    ['h) Productor', producer.name],
    ['i) NIF u otra identificación del productor', producer.taxId],
    [
      'k) Declaración',
      'El productor declara que el sistema informático, en la versión indicada, cumple lo dispuesto en el artículo 29.2.j) de la Ley 58/2003, General Tributaria, en el Real Decreto 1007/2023, en la Orden HAC/1177/2024 y en las especificaciones de la sede electrónica de la Agencia Estatal de Administración Tributaria.',
    ],
    ['l) Fecha', day],
  ];
  const rows = points
    .map(([name, value]) => `<dt>${escapeXml(name)}</dt><dd>${escapeXml(value)}</dd>`)
    .join('\n');
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>DECLARACIÓN RESPONSABLE DEL SISTEMA INFORMÁTICO DE FACTURACIÓN</title></head>
<body><h1>Declaración responsable del sistema informático de facturación</h1>
<dl>
${rows}
</dl></body></html>
`;
}
