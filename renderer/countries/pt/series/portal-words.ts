import type { SeriesRow } from '../../../../service/countries/pt/wire.ts';
import type { Value } from '../../../components/values.tsx';
import { useTextsIn } from '../../../i18n/use-texts.ts';
import { seriesName } from './arrange.ts';
import { classOf, knownType } from './document-types.ts';

/** The way to the form in the tax authority's portal, in the portal's own words, which it has in Portuguese only. */
export const PORTAL_PATH =
  'Portal das Finanças › Séries documentais › Comunicação de séries documentais › Registar série';

const KINDS: Record<SeriesRow['kind'], string> = { N: 'Normal', F: 'Formação', R: 'Recuperação' };

/** What the portal's form asks for, field by field; in Portuguese whatever the language of the page is. */
export function usePortalFields(row: SeriesRow, today: string): Value[] {
  const portuguese = useTextsIn('pt');
  const type = knownType(row.type);
  return [
    { name: 'Série', value: seriesName(row.id), copy: true },
    { name: 'Tipo de série', value: KINDS[row.kind], copy: false },
    ...(type === null || portuguese === null
      ? []
      : [
          { name: 'Classe de documento', value: portuguese(`portugal.class.${classOf(type)}`), copy: false },
          { name: 'Tipo de documento', value: portuguese(`portugal.type.${type}`), copy: false },
        ]),
    { name: 'N.º inicial', value: '1', copy: true },
    // A day that is past is refused there.
    { name: 'Data prevista de início', value: row.from < today ? today : row.from, copy: true },
    { name: 'Meio de processamento', value: 'Programa informático de faturação', copy: false },
  ];
}
