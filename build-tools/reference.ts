import { bundled, styleOf } from './dashboard.ts'

const MODULE = 'virtual:reference'

/** Those of the dashboard that the reference shows too, then its own. */
const styles = [
  ...['base', 'controls', 'parts', 'json'].map((name) => `dashboard/styles/${name}`),
  ...['page', 'side', 'entry', 'try', 'narrow'].map((name) => `reference/styles/${name}`),
]

/** Makes the script and the style of the reference a module of two texts. For Rolldown and Vite. */
export const reference = {
  name: 'reference',
  resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: async (id: string) => {
    if (id !== `\0${MODULE}`) return undefined
    const { code, moduleIds } = await bundled('src/pages/reference/client/main.ts')
    const style = styleOf(styles.map((name) => `src/pages/${name}.css`))
    return {
      code: `export const script = ${JSON.stringify(code)}\nexport const style = ${JSON.stringify(style)}`,
      meta: { bundledModules: moduleIds },
    }
  },
}
