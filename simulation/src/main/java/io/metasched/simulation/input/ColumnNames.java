package io.metasched.simulation.input;

import java.util.regex.Pattern;

/** Names that users may give to additional columns. */
final class ColumnNames {
  /** Description of the allowed names, for a message. */
  static final String RULE =
      ", and others with names of 1 to 40 letters, digits, - and _ that begin with a letter";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,39}");

  private ColumnNames() {}

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }
}
