import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const src = fileURLToPath(new URL('../src', import.meta.url))

/** The part that a file is, or lies in: the longest of those that are named, else the folder or file of `src`. */
function partOf(file, named) {
  const path = relative(src, file).split(sep).join('/')
  const [longest] = named
    .filter((part) => path === part || path.startsWith(`${part}/`))
    .toSorted((a, b) => b.length - a.length)
  return longest ?? path.split('/')[0]
}

/**
 * Each layer imports from those before it; what stands in one layer together does not know of each other. A part is a
 * folder or file of `src`, or a folder within one. The linter's own rule looks at the text of an import alone, and passes
 * by `import()`.
 */
const oneWay = {
  meta: { schema: { type: 'array', items: { type: 'array', items: { type: 'string' } } } },
  create(context) {
    const layers = context.options
    const heightOf = (part) => layers.findIndex((layer) => layer.includes(part))
    const importer = partOf(context.filename, layers.flat())
    const check = (source) => {
      if (!source?.value?.startsWith('.')) return
      const imported = partOf(resolve(dirname(context.filename), source.value), layers.flat())
      if (imported === '..' || imported === importer || heightOf(imported) < heightOf(importer)) return
      context.report({ node: source, message: `Imports run one way: ${importer} does not know ${imported}.` })
    }
    return {
      Program(node) {
        if (heightOf(importer) === -1) context.report({ node, message: `${importer} stands in no layer.` })
      },
      ImportDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ source }) => check(source),
    }
  },
}

export default { meta: { name: 'layers' }, rules: { 'one-way': oneWay } }
