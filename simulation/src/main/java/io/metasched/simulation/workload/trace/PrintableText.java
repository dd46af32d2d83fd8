package io.metasched.simulation.workload.trace;

import java.nio.charset.StandardCharsets;

/** Foreign text made safe for a message or a report. */
final class PrintableText {
  private static final int QUOTED_CHARS = 60;

  private PrintableText() {}

  /**
   * The bytes in quotation marks, at most 60 characters of them. Bytes that are not printable ASCII
   * are shown as in {@code \x1b}; {@code ...} says that there was more.
   */
  static String quoted(byte[] text, int start, int end) {
    var shown = new StringBuilder("\"");
    for (int at = start; at < end; at++) {
      var next = escaped(text[at] & 0xff);
      if (shown.length() - 1 + next.length() > QUOTED_CHARS) {
        return shown.append("\"...").toString();
      }
      shown.append(next);
    }
    return shown.append('"').toString();
  }

  /** The same of a text. */
  static String quoted(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return quoted(bytes, 0, bytes.length);
  }

  /** The text with each character that could disturb a terminal or a line replaced. */
  static String line(String text, char replacement) {
    var shown = new StringBuilder(text.length());
    text.codePoints().forEach(each -> shown.appendCodePoint(disturbs(each) ? replacement : each));
    return shown.toString();
  }

  private static String escaped(int octet) {
    if (octet == '"' || octet == '\\') {
      return "\\" + (char) octet;
    }
    boolean printable = octet >= 0x20 && octet < 0x7f;
    return printable ? String.valueOf((char) octet) : "\\x%02x".formatted(octet);
  }

  private static boolean disturbs(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
