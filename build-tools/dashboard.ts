import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { transform } from 'lightningcss'
import { rolldown } from 'rolldown'

const MODULE = 'virtual:dashboard'

/** The program of the dashboard, as it is sent, and the modules that it is made of. */
async function bundled(input: string): Promise<{ code: string; moduleIds: string[] }> {
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  const { code, moduleIds } = output[0]
  return { code, moduleIds }
}

const STYLE = 'src/dashboard/style.css'

/** Their Latin parts, each with all weights. */
const fontFiles = {
  'geist.woff2': 'node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  'geist-mono.woff2': 'node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
}

/** Makes the dashboard's program, its style and its fonts a module of texts. For Rolldown and Vite. */
export const dashboard = {
  name: 'dashboard',
  resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: async (id: string) => {
    if (id !== `\0${MODULE}`) return undefined
    const { code, moduleIds } = await bundled('src/dashboard/main.tsx')
    const style = transform({ filename: STYLE, code: readFileSync(STYLE), minify: true }).code.toString()
    const fonts = Object.fromEntries(
      Object.entries(fontFiles).map(([name, file]) => [name, readFileSync(file).toString('base64')]),
    )
    return {
      code: Object.entries({ script: code, style, fonts })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n'),
      meta: { bundledModules: [...moduleIds, ...Object.values(fontFiles).map((file) => resolve(file))] },
    }
  },
}
