/** A path as the contract writes it, with each `{name}` replaced by what stands for it. */
export const fillPath = (path: string, valueOf: (name: string) => string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name))

/** Whether a request's path is one that a template like /instances/{id}/ stands for, with the slash at its end or without. */
export function fitsTemplate(path: string, template: string): boolean {
  const parts = template.replace(/\/$/, '').split('/')
  const segments = path.replace(/\/$/, '').split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, at) => part === segments[at] || (part.startsWith('{') && segments[at] !== ''))
  )
}
