// Pact's declarations name the types of Express, and Pact brings none.
declare module 'express' {
  export type RequestHandler = unknown
}
