/** What a person asked for cannot be done. The message says why, in words for that person, and needs no stack. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = new.target.name
  }
}
