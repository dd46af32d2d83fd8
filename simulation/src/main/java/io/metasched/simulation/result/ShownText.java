package io.metasched.simulation.result;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Foreign text made safe for a message of one line. */
final class ShownText {
  private static final int QUOTED_CHARS = 60;

  private ShownText() {}

  /**
   * The text in quotation marks, escaped, at most 60 characters; {@code ...} says there was more.
   */
  static String quoted(String text) {
    var shown = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      boolean mark = character == '"' || character == '\\';
      var next = mark ? "\\" + character : escaped(character);
      if (shown.length() - 1 + next.length() > QUOTED_CHARS) {
        return shown.append("\"...").toString();
      }
      shown.append(next);
    }
    return shown.append('"').toString();
  }

  /** The whole text, with each character that is not printable ASCII escaped. */
  static String line(Object text) {
    var shown = new StringBuilder();
    text.toString().chars().forEach(each -> shown.append(escaped((char) each)));
    return shown.toString();
  }

  /** What went wrong with a file, without its name. */
  static String reason(Exception failure) {
    if (failure instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof FileSystemException refused) {
      var reason = refused.getReason();
      return line(reason == null ? failure.getClass().getSimpleName() : reason);
    }
    return line(String.valueOf(failure.getMessage()));
  }

  private static String escaped(char character) {
    boolean printable = character >= 0x20 && character < 0x7f;
    return printable ? String.valueOf(character) : "\\u%04x".formatted((int) character);
  }
}
