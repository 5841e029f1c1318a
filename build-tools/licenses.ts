import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'rolldown'

/** The folder of the package that a module belongs to. */
const packageOf = (module: string): string | undefined => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1]

/**
 * Writes the licences of all packages that went into a bundle beside it, as they ask for. A module that is a bundle
 * itself, as the script of a page, says in `meta.bundledModules` what it is made of.
 */
export const licenses = (fileName: string): Plugin => ({
  name: 'licenses',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    const inner = modules.flatMap((id): readonly string[] => this.getModuleInfo(id)?.meta['bundledModules'] ?? [])
    const folders = new Set([...modules, ...inner].map(packageOf).filter((folder) => folder !== undefined))
    this.emitFile({ type: 'asset', fileName, source: [...folders].toSorted().map(notice).join('\n') })
  },
})

/** What a package asks to be passed on with it. */
function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const files = existsSync(folder) ? readdirSync(folder) : []
  const textOf = (kind: RegExp): string | undefined => {
    const file = files.find((each) => kind.test(each))
    return file === undefined ? undefined : readFileSync(`${folder}/${file}`, 'utf8').trim()
  }
  const parts = [`${name} ${version}`, textOf(/^licen[sc]e/i) ?? `License: ${license}`, textOf(/^notice/i)]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}
