/** A path as the contract writes it, with each `{name}` replaced by what stands for it. */
export const fillPath = (path: string, valueOf: (name: string) => string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name))
