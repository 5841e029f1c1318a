import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

const MODULE = 'virtual:shipped'

const documentsIn = (folder: string): Record<string, { text: string; value: unknown }> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .toSorted()
      .map((file) => {
        const text = readFileSync(`${folder}/${file}`, 'utf8')
        return [file.replace(/\.yaml$/, ''), { text, value: parse(text) }]
      }),
  )

/** Makes the fixtures and scenarios of the package a module, so that adding one is adding a file. For Rolldown and Vite. */
export const shipped = {
  name: 'shipped',
  resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id: string) =>
    id === `\0${MODULE}`
      ? `export const fixtures = ${JSON.stringify(documentsIn('fixtures'))}\nexport const scenarios = ${JSON.stringify(documentsIn('scenarios'))}`
      : undefined,
}
