package io.metasched.service.check;

/**
 * Something that must not be.
 *
 * @param check which promise is broken
 * @param text by what, in a sentence
 */
public record Finding(Promise check, String text) {
  @Override
  public String toString() {
    return "%s: %s".formatted(check.label(), text);
  }
}
