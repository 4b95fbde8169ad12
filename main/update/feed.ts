/** Where updates are looked for: the package's own feed, one of the company, or nowhere. */
export type Feed = { from: 'package' } | { from: 'company'; url: string } | { from: 'nowhere'; text: string };

/**
 * Reads `--update-feed` or `TILLMARK_UPDATE_FEED`: `off`, or the address of a folder with `latest.yml` and the files.
 * Whatever is neither is taken for `off`: a company that names a feed of its own does not want another one.
 */
export function readFeed(setting: string | null): Feed {
  if (setting === null || setting === '') return { from: 'package' };
  if (setting === 'off') return { from: 'nowhere', text: '' };
  const wrong = (text: string): Feed => ({ from: 'nowhere', text: `--update-feed ${text}` });
  if (!URL.canParse(setting)) return wrong('is no address');
  const url = new URL(setting);
  if (url.protocol !== 'https:') return wrong('has to begin with https://');
  if (url.username || url.password) return wrong('may not hold a user or password');
  return { from: 'company', url: url.href };
}
