package io.metasched.lab.check;

/**
 * Violation of an invariant.
 *
 * @param check violated invariant
 * @param text description in one sentence
 */
public record Finding(Invariant check, String text) {
  @Override
  public String toString() {
    return "%s: %s".formatted(check.label(), text);
  }
}
