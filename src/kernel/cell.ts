/** A place that holds one immutable value, such as a part of the state of a world. */
export interface Cell<T> {
  value: T
}
