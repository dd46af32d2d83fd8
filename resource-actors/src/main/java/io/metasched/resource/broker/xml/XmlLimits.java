package io.metasched.resource.broker.xml;

/**
 * Limits of the size of a file.
 *
 * @param mostBytes maximum number of bytes in the file
 * @param mostElements maximum number of elements in the file
 * @param mostText maximum number of characters in one element
 */
public record XmlLimits(long mostBytes, int mostElements, int mostText) {
  /** Limits with 64 MiB, which suffice for half a million tasks. */
  public static final XmlLimits DEFAULT = new XmlLimits(64L << 20, 5_000_000, 1000);

  /**
   * @throws IllegalArgumentException if a limit is below 1
   */
  public XmlLimits {
    if (mostBytes < 1 || mostElements < 1 || mostText < 1) {
      throw new IllegalArgumentException(
          "limits must be at least 1, but are %d, %d and %d"
              .formatted(mostBytes, mostElements, mostText));
    }
  }
}
