package io.metasched.service.site.slurm;

/** Output of a program, shortened to one line for a message. */
public final class ShownText {
  private static final int MOST = 300;

  private ShownText() {}

  /**
   * Returns a text with characters that have no form replaced by blanks, such as line breaks and
   * halves of a character that was cut; truncated if it is long.
   */
  public static String of(String text) {
    var shown = text.strip();
    boolean isLong = shown.length() > MOST;
    return shown.substring(0, isLong ? MOST : shown.length()).replaceAll("\\p{C}+", " ")
        + (isLong ? "..." : "");
  }
}
