import { useMemo } from 'react';
import type {
  DescribedPage as Description,
  PageSection,
} from '../../../service/countries/contract/described-page/page.ts';
import { CardGrid, Stack, Wide } from '../../components/card-grid.tsx';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import type { CountryPageProps } from '../contract.ts';
import { type Described, DescribedContext } from './context.ts';
import { useCountryTexts, type CountryText } from './country-texts.ts';
import { layOut } from './lay-out.ts';
import { Part } from './part.tsx';
import { sayer } from './say.ts';

interface PageProps extends Omit<CountryPageProps, 'overview'> {
  page: Description;
}

/** The page of a country, drawn by its description when its texts are there. @param country ISO 3166 code */
export default function DescribedPage({ country, ...props }: PageProps & { country: string }) {
  return <Drawn {...props} text={useCountryTexts(country)} />;
}

function Drawn({ page, rn, status, act, reload, text }: PageProps & { text: CountryText }) {
  const { locale } = useTexts();
  const described = useMemo<Described>(
    () => ({ rn, status, today: status.now.slice(0, 10), say: sayer(text, locale), act, reload }),
    [rn, status, text, locale, act, reload],
  );
  return (
    <DescribedContext value={described}>
      <CardGrid>
        {layOut(page.sections).map(({ wide, columns }, row) =>
          wide === null ? (
            columns.map((sections, column) => (
              <Stack key={`${row} ${column}`}>
                {sections.map((section) => (
                  <Section key={section.name} section={section} described={described} />
                ))}
              </Stack>
            ))
          ) : (
            <Wide key={wide.name}>
              <Section section={wide} described={described} />
            </Wide>
          ),
        )}
      </CardGrid>
    </DescribedContext>
  );
}

function Section({
  section: { heading, intro, parts },
  described: { say },
}: {
  section: PageSection;
  described: Described;
}) {
  return (
    <Panel heading={say(heading)} {...(intro !== undefined && { intro: say(intro) })}>
      {/* Parts of a section stay in their order: what is typed in one belongs to its place. */}
      {parts.map((part, index) => (
        <Part key={`${index} ${part.kind}`} part={part} />
      ))}
    </Panel>
  );
}
