/** Something from outside (a file, a parameter, a trace line) is wrong. The message says what, and what is allowed. */
export class BadInput extends Error {
  override readonly name = "BadInput";
}
