import { readFileSync } from 'node:fs'
import { rolldown } from 'rolldown'

const MODULE = 'virtual:dashboard'

/** Makes the dashboard's style and its bundled script a module of two texts. For Rolldown and Vite. */
export const dashboard = {
  name: 'dashboard',
  resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: async (id: string) => {
    if (id !== `\0${MODULE}`) return undefined
    const bundle = await rolldown({ input: 'src/dashboard/client/main.ts', platform: 'browser' })
    const { output } = await bundle.generate({ format: 'es', minify: true })
    await bundle.close()
    const style = readFileSync('src/dashboard/style.css', 'utf8')
    return `export const script = ${JSON.stringify(output[0].code)}\nexport const style = ${JSON.stringify(style)}`
  },
}
