import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import en from '../../resources/locales/en.json';
import { problemTextsOf } from './problem-texts.ts';

describe('texts of problems', () => {
  it('have a title and a fix for every problem', () => {
    for (const [code, problem] of Object.entries(en.problem)) {
      expect(Object.keys(problem), code).toEqual(
        'fix' in problem ? ['title', 'fix'] : ['title', 'fix_one', 'fix_other'],
      );
    }
  });

  it('are there for problems this page does not know', async () => {
    await i18next.init({ lng: 'en', resources: { en: { translation: en } } });
    expect(problemTextsOf('NO_CFG')).toBe('NO_CFG');
    expect(problemTextsOf('BRAND_NEW')).toBe('UNKNOWN');
    expect(problemTextsOf('toString')).toBe('UNKNOWN');
  });
});
