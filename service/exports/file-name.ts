/** Names of exported files: they carry texts of the configuration, such as the tax id, and must not become paths. */

/** Characters that no system's file names can hold, that begin a hidden file, or that a shell would act on. */
const OTHERS = /[^\p{L}\p{N} ._$-]+/gu;

/** A name that every file system takes and that stays in its folder. */
export function fileName(name: string): string {
  return name.replace(OTHERS, '_').replace(/^[. ]+|(?<![. ])[. ]+$/g, '_') || '_';
}
