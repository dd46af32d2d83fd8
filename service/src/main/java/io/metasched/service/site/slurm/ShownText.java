package io.metasched.service.site.slurm;

/** Text of a program as it is shown in a message: one line, and not long. */
final class ShownText {
  private static final int MOST = 300;

  private ShownText() {}

  /** Returns a text with its line breaks and control characters as blanks, cut if it is long. */
  static String of(String text) {
    var shown = text.strip();
    boolean isLong = shown.length() > MOST;
    return shown.substring(0, isLong ? MOST : shown.length()).replaceAll("\\p{Cntrl}+", " ")
        + (isLong ? "..." : "");
  }
}
