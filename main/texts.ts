/** Words of the shell: tray, menus, notices, questions and its own pages. `{name}` marks a place to fill. */
import cs from '../resources/locales/shell/cs.json' with { type: 'json' };
import da from '../resources/locales/shell/da.json' with { type: 'json' };
import de from '../resources/locales/shell/de.json' with { type: 'json' };
import en from '../resources/locales/shell/en.json' with { type: 'json' };
import es from '../resources/locales/shell/es.json' with { type: 'json' };
import fr from '../resources/locales/shell/fr.json' with { type: 'json' };
import hr from '../resources/locales/shell/hr.json' with { type: 'json' };
import hu from '../resources/locales/shell/hu.json' with { type: 'json' };
import it from '../resources/locales/shell/it.json' with { type: 'json' };
import nb from '../resources/locales/shell/nb.json' with { type: 'json' };
import nl from '../resources/locales/shell/nl.json' with { type: 'json' };
import pl from '../resources/locales/shell/pl.json' with { type: 'json' };
import pt from '../resources/locales/shell/pt.json' with { type: 'json' };
import sk from '../resources/locales/shell/sk.json' with { type: 'json' };
import sl from '../resources/locales/shell/sl.json' with { type: 'json' };
import sv from '../resources/locales/shell/sv.json' with { type: 'json' };
import otherNames from '../resources/language-names.json' with { type: 'json' };

/** All words in one language, whose ISO 639 code is `language`. */
export type Texts = typeof en & { language: string };

/** All languages of the program: a bundle is one file. */
const languages: Record<string, typeof en> = {
  ...{ cs, da, de, en, es, fr, hr, hu },
  ...{ it, nb, nl, pl, pt, sk, sl, sv },
};

/** Texts for a locale such as `pt-PT`; English for a language without texts. */
export function textsFor(locale: string): Texts {
  const name = locale.toLowerCase().split(/[-_]/)[0]!;
  const code = Object.entries(otherNames).find(([other]) => other === name)?.[1] ?? name;
  const language = Object.hasOwn(languages, code) ? code : 'en';
  return { language, ...languages[language]! };
}

/** Fills the marked places of a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
