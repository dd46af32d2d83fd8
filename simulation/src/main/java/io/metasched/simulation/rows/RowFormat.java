package io.metasched.simulation.rows;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Notation of special values in files. */
public final class RowFormat {
  /** Value that means "no such tick", "no such cycle" or "no such node" in rows. */
  static final int NONE = -1;

  static final String SEPARATOR = ";";

  private RowFormat() {}

  /** Returns the names of constants in files, for the docs. */
  public static String words(Enum<?>... constants) {
    return Stream.of(constants)
        .map(constant -> "`%s`".formatted(lowerCase(constant)))
        .collect(Collectors.joining(", "));
  }

  /** Returns the name of a constant in files. */
  public static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
