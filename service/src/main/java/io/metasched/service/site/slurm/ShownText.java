package io.metasched.service.site.slurm;

/** Output of a program, shortened to one line for a message. */
final class ShownText {
  private static final int MOST = 300;

  private ShownText() {}

  /**
   * Returns a text with line breaks and control characters replaced by blanks, truncated if it is
   * long.
   */
  static String of(String text) {
    var shown = text.strip();
    boolean isLong = shown.length() > MOST;
    return shown.substring(0, isLong ? MOST : shown.length()).replaceAll("\\p{Cntrl}+", " ")
        + (isLong ? "..." : "");
  }
}
