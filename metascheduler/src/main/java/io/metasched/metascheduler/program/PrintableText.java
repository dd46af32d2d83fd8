package io.metasched.metascheduler.program;

import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Conversion of untrusted text into text that is safe in a message of one line. */
public final class PrintableText {
  private static final int SHOWN_CHARS = 60;
  private static final String CUT = "...";
  private static final String UTF_16 = "\\u%04x";
  private static final String OCTET = "\\x%02x";

  /** Letters and marks without a visible shape: joiners and fillers. */
  private static final String WITHOUT_SHAPE = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0";

  private PrintableText() {}

  /**
   * Returns the text in quotation marks, escaped as in {@link #escaped}, shortened to at most 60
   * characters, with {@code ...} at the end if it is shortened.
   */
  public static String quoted(String text) {
    return quoted(text, UTF_16);
  }

  /**
   * Returns bytes as a quoted text; bytes that are not printable are escaped, as in {@code \x1b}.
   */
  public static String quoted(byte[] text, int start, int end) {
    int length = Math.min(end - start, SHOWN_CHARS + 1);
    // one character for each byte
    var characters = new String(text, start, length, StandardCharsets.ISO_8859_1);
    return quoted(characters, OCTET);
  }

  private static String quoted(String text, String escape) {
    var shown = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      boolean mark = character == '"' || character == '\\';
      var next = mark ? "\\" + character : escaped(character, escape);
      if (shown.length() - 1 + next.length() > SHOWN_CHARS) {
        return shown.append('"').append(CUT).toString();
      }
      shown.append(next);
    }
    return shown.append('"').toString();
  }

  /**
   * Returns the whole text, with a Unicode escape for each character that is not printable ASCII.
   */
  public static String escaped(Object text) {
    var shown = new StringBuilder();
    text.toString().chars().forEach(each -> shown.append(escaped((char) each, UTF_16)));
    return shown.toString();
  }

  private static String escaped(char character, String escape) {
    boolean printable = character >= 0x20 && character < 0x7f;
    return printable ? String.valueOf(character) : escape.formatted((int) character);
  }

  /** Returns the text with ? in place of each character that could disturb a terminal or a line. */
  public static String replaced(String text) {
    return replaced(text, '?');
  }

  /**
   * Returns the text with {@code replacement} in place of each character that could disturb a
   * terminal or a line.
   */
  public static String replaced(String text, char replacement) {
    var shown = new StringBuilder(text.length());
    text.codePoints().forEach(each -> shown.appendCodePoint(disturbs(each) ? replacement : each));
    return shown.toString();
  }

  /**
   * Returns JSON in which all characters that could disturb a terminal or a line are escaped; they
   * occur only in its strings.
   */
  public static String json(String json) {
    var shown = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            each -> {
              if (disturbs(each)) {
                for (char unit : Character.toChars(each)) {
                  shown.append(UTF_16.formatted((int) unit));
                }
              } else {
                shown.appendCodePoint(each);
              }
            });
    return shown.toString();
  }

  /**
   * Returns the text as one line, with a space in place of each character that could disturb a
   * terminal or a line.
   */
  public static String line(String text) {
    var shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            each -> {
              if (!disturbs(each)) {
                shown.appendCodePoint(each);
              } else if (!shown.isEmpty() && shown.charAt(shown.length() - 1) != ' ') {
                shown.append(' ');
              }
            });
    return shown.toString().strip();
  }

  /**
   * Returns the text as one line of at most 60 characters, with {@code ...} at the end if it is
   * shortened.
   */
  public static String shortLine(String text) {
    var line = line(text);
    return line.length() <= SHOWN_CHARS ? line : line.substring(0, SHOWN_CHARS) + CUT;
  }

  /** Returns the reason why an operation on a file failed, without the name of the file. */
  public static String reason(Exception failure) {
    if (failure instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    var reason =
        failure instanceof FileSystemException refused ? refused.getReason() : failure.getMessage();
    return escaped(reason == null ? failure.getClass().getSimpleName() : reason);
  }

  /**
   * Returns whether a character is a control character, changes the direction of text, or is
   * invisible.
   */
  private static boolean disturbs(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> WITHOUT_SHAPE.indexOf(character) >= 0;
    };
  }
}
