/** Thrown where what the user asked for cannot be done. The message is for the user; the stack is not shown. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = new.target.name
  }
}
