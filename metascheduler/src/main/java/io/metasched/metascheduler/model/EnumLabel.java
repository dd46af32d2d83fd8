package io.metasched.metascheduler.model;

import java.util.Locale;

/** External names of constants: in requests, answers, settings, files and options. */
public final class EnumLabel {
  private EnumLabel() {}

  /** Returns the name of a constant in lower case with hyphens, such as {@code no-alternative}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
