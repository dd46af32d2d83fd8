package io.metasched.resource.agent.xml;

/**
 * How large a file may be.
 *
 * @param mostBytes of the file
 * @param mostElements in the file
 * @param mostText characters in one element
 */
public record XmlLimits(long mostBytes, int mostElements, int mostText) {
  /** 64 MiB, which are half a million tasks. */
  public static final XmlLimits DEFAULT = new XmlLimits(64L << 20, 5_000_000, 1000);

  /**
   * @throws IllegalArgumentException for a limit below 1
   */
  public XmlLimits {
    if (mostBytes < 1 || mostElements < 1 || mostText < 1) {
      throw new IllegalArgumentException(
          "limits must be at least 1, but are %d, %d and %d"
              .formatted(mostBytes, mostElements, mostText));
    }
  }
}
