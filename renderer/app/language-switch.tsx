import { NativeSelect } from '@mantine/core';
import { chooseLanguage } from '../i18n/i18n.ts';
import { isLanguage, LANGUAGES } from '../i18n/languages.ts';
import { useTexts } from '../i18n/use-texts.ts';
import classes from './switch.module.css';

const choices = Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }));

/** Choose the language of the page. */
export function LanguageSwitch() {
  const { t, language } = useTexts();
  return (
    <NativeSelect
      aria-label={t('page.language')}
      classNames={{ input: classes.input }}
      data={choices}
      value={language}
      onChange={(event) => {
        if (isLanguage(event.currentTarget.value)) chooseLanguage(event.currentTarget.value);
      }}
    />
  );
}
