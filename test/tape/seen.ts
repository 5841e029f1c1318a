/** What the responses of a session named, for its later requests. */
export class Seen {
  readonly #hash: string[] = []
  readonly #template: string[] = []
  readonly #listing: string[] = []

  /** The same, which goes its own way from here. */
  copy(): Seen {
    const copy = new Seen()
    copy.#hash.push(...this.#hash)
    copy.#template.push(...this.#template)
    copy.#listing.push(...this.#listing)
    return copy
  }

  add(text: string): void {
    for (const [, id = '', hash = ''] of text.matchAll(/"template":\{"id":(\d+),"hash_id":"([0-9a-f]{32})"/g)) {
      this.#template.push(id)
      this.#hash.push(hash)
    }
    for (const [, id = ''] of text.matchAll(/network volume \w+ (?:with id )?(\d+)/g)) this.#listing.push(id)
  }

  fill(text: string): string {
    return text
      .replaceAll(/<hash (\d+)>/g, (_, which: string) => pick(this.#hash, which))
      .replaceAll(/"<template (\d+)>"/g, (_, which: string) => pick(this.#template, which))
      .replaceAll(/"<listing (\d+)>"/g, (_, which: string) => pick(this.#listing, which))
  }
}

const pick = (values: readonly string[], which: string): string => values[Number(which) % values.length] ?? '987654321'
