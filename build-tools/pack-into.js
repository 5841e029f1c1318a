// Packs this package and installs it into another project, until it is on a registry: npm run pack:into -- ../your-project
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const clone = fileURLToPath(new URL('..', import.meta.url))
const { INIT_CWD: calledFrom = process.cwd(), npm_execpath: npm = '' } = process.env
const [named] = process.argv.slice(2)

/** npm that runs this script, on every system the same. */
const runNpm = (folder, ...args) =>
  execFileSync(process.execPath, [npm, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const project = resolve(calledFrom, named ?? '')
if (named === undefined || !existsSync(project) || !statSync(project).isDirectory()) {
  console.error(
    `name the folder of your project, such as: npm run pack:into -- ../your-project${named === undefined ? '' : `\nthere is no folder ${project}`}`,
  )
  process.exit(1)
}

if (!existsSync(join(project, 'package.json'))) runNpm(project, 'init', '--yes')
mkdirSync(join(project, 'vendor'), { recursive: true })
const packed = runNpm(clone, 'pack', '--silent', '--pack-destination', join(project, 'vendor'))
  .trim()
  .split('\n')
  .at(-1)
runNpm(project, 'install', '--save-dev', `./vendor/${packed}`)
console.log(
  `rental-sim is installed in ${relative(calledFrom, project) || 'this folder'}: commit vendor/${packed}, package.json and package-lock.json`,
)
