import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import { bundled, styleOf } from './dashboard.ts'
import { notice } from './licenses.ts'

const MODULE = 'virtual:reference'
const swagger = 'node_modules/swagger-ui-dist'

/**
 * Makes our script and style of the reference page a module, with the folder of what is Swagger UI's. For Rolldown and Vite.
 * @param folder seen from where the module ends up
 */
export const reference = (folder = `${pathToFileURL(swagger).href}/`) => ({
  name: 'reference',
  resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: async (id: string) => {
    if (id !== `\0${MODULE}`) return undefined
    const { code, moduleIds } = await bundled('src/pages/reference/client/main.ts')
    const style = styleOf(['src/pages/reference/style.css'])
    const module = [
      `export const script = ${JSON.stringify(code)}`,
      `export const style = ${JSON.stringify(style)}`,
      `export const folder = new URL(${JSON.stringify(folder)}, import.meta.url).href`,
    ].join('\n')
    return { code: module, meta: { bundledModules: moduleIds } }
  },
})

/** Puts what the page uses of Swagger UI beside the bundles, once for both. */
export const swaggerFiles: Plugin = {
  name: 'swagger-files',
  generateBundle() {
    for (const name of ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css'])
      this.emitFile({ type: 'asset', fileName: `reference/${name}`, source: readFileSync(`${swagger}/${name}`) })
    this.emitFile({ type: 'asset', fileName: 'reference/licenses.txt', source: notice(swagger) })
  },
}
