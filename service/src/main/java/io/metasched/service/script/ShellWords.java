package io.metasched.service.script;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Words of a line as split by a shell, without expansion. */
public final class ShellWords {
  private static final String ESCAPED_IN_QUOTES = "\"\\$`";

  private final String line;
  private final List<String> words = new ArrayList<>();
  private @Nullable StringBuilder word;
  private int at;

  private ShellWords(String line) {
    this.line = line;
  }

  /**
   * Splits a line at blanks. Quotes and backslashes are interpreted as in sh; {@code #} at the
   * beginning of a word begins a comment.
   *
   * @throws IllegalArgumentException for an unclosed quote, or a backslash at the end
   */
  public static List<String> of(String line) {
    var all = new ShellWords(line);
    all.split();
    return List.copyOf(all.words);
  }

  private void split() {
    while (at < line.length()) {
      char sign = line.charAt(at++);
      if (sign == ' ' || sign == '\t') {
        end();
      } else if (sign == '#' && word == null) {
        return;
      } else if (sign == '\'') {
        int end = closing();
        add(line.substring(at, end));
        at = end + 1;
      } else if (sign == '"') {
        quoted();
      } else if (sign == '\\') {
        add(String.valueOf(escaped()));
      } else {
        add(String.valueOf(sign));
      }
    }
    end();
  }

  private void end() {
    if (word != null) {
      words.add(word.toString());
      word = null;
    }
  }

  private void add(String text) {
    if (word == null) {
      word = new StringBuilder();
    }
    word.append(text);
  }

  private char escaped() {
    if (at == line.length()) {
      throw new IllegalArgumentException("no character follows the last \\");
    }
    return line.charAt(at++);
  }

  private int closing() {
    int end = line.indexOf('\'', at);
    if (end < 0) {
      throw new IllegalArgumentException("a ' is not closed");
    }
    return end;
  }

  private void quoted() {
    add("");
    while (true) {
      if (at == line.length()) {
        throw new IllegalArgumentException("a \" is not closed");
      }
      char sign = line.charAt(at++);
      if (sign == '"') {
        return;
      }
      if (sign == '\\' && at < line.length() && ESCAPED_IN_QUOTES.indexOf(line.charAt(at)) >= 0) {
        sign = line.charAt(at++);
      }
      add(String.valueOf(sign));
    }
  }
}
