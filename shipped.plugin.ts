import { readdirSync, readFileSync } from 'node:fs'

const MODULE = 'virtual:shipped'

const textsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .toSorted()
      .map((file) => [file.replace(/\.yaml$/, ''), readFileSync(`${folder}/${file}`, 'utf8')]),
  )

/** Makes the fixtures and scenarios of the package a module, so that adding one is adding a file. For Rolldown and Vite. */
export const shipped = {
  name: 'shipped',
  resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id: string) =>
    id === `\0${MODULE}`
      ? `export const fixtures = ${JSON.stringify(textsIn('fixtures'))}\nexport const scenarios = ${JSON.stringify(textsIn('scenarios'))}`
      : undefined,
}
