import { readFileSync } from 'node:fs'
import { transform } from 'lightningcss'
import { rolldown } from 'rolldown'

const MODULE = 'virtual:dashboard'

/** A script of a page, as it is sent, and the modules that it is made of. */
async function bundled(input: string): Promise<{ code: string; moduleIds: string[] }> {
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  const { code, moduleIds } = output[0]
  return { code, moduleIds }
}

/** The dashboard's styles in `src/pages/dashboard/styles/`. The order counts: of two equal selectors the later one wins. */
const styles = [
  'base',
  'shell',
  'bar',
  'overlays',
  'controls',
  'parts',
  'list-and-detail',
  'journal',
  'journal-rows',
  'exchange',
  'json',
  'changes',
  'journal-narrow',
  'state',
  'cards',
  'clock',
  'coverage',
  'sweep',
  'sweep-trial',
  'sign-in',
  'narrow',
].map((name) => `src/pages/dashboard/styles/${name}.css`)

const ofReference = ['page', 'side', 'entry', 'try', 'narrow'].map((name) => `src/pages/reference/styles/${name}.css`)

/** The style as it is sent, after the tokens and marks that all pages share. */
function styleOf(files: readonly string[]): string {
  const parts = ['src/pages/tokens.css', 'src/pages/basis.css', ...files].map((file) => readFileSync(file))
  return transform({ filename: 'style.css', code: Buffer.concat(parts), minify: true }).code.toString()
}

/** Makes the dashboard's style and its bundled script a module of two texts. For Rolldown and Vite. */
export const dashboard = {
  name: 'dashboard',
  resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: async (id: string) => {
    if (id !== `\0${MODULE}`) return undefined
    const { code, moduleIds } = await bundled('src/pages/dashboard/client/main.ts')
    const style = styleOf([...styles, ...ofReference])
    return {
      code: `export const script = ${JSON.stringify(code)}\nexport const style = ${JSON.stringify(style)}`,
      meta: { bundledModules: moduleIds },
    }
  },
}
