import type { Plugin } from 'rolldown'

/** Calls at the top of Faker's file that only make a value: a text taken apart, an object put together, a faker. */
const MAKES_A_VALUE = /(?<=[:=])`[^`\\]*`\.split\(|Object\.fromEntries\(|(?<=[,; ]\w+=)new [\w$]+(?=[,;])/g

/**
 * Leaves out of the command the tables of Faker's locales (currencies, emoji, media types), which it never uses: a third
 * of what every command reads. Rolldown cannot know that the calls that make them do nothing else, so they are marked.
 */
export const withoutFakerTables: Plugin = {
  name: 'without-faker-tables',
  transform: {
    filter: { id: /@faker-js\/faker\/dist\/base-/ },
    handler(code) {
      const marked = code.replaceAll(MAKES_A_VALUE, '/*@__PURE__*/$&')
      if (marked === code) this.error('Faker makes its tables in another way: mark those calls, or drop this plugin')
      return { code: marked, map: null }
    },
  },
}
