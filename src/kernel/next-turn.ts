type TakeTurn = (goOn: () => void) => void

/** Tests fake timers, but not this. */
const byMessage: TakeTurn = (goOn) => {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    goOn()
  })
  port1.start()
  port2.postMessage(undefined)
}

let takeTurn = byMessage

/** Lets the event loop take a turn in the middle of long work. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => takeTurn(resolve))

/** Takes turns in another way from now on, in a process that runs no tests: channels are a tenth of long work. */
export function takeTurnsBy(way: TakeTurn): void {
  takeTurn = way
}
