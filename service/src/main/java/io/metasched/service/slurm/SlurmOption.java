package io.metasched.service.slurm;

import java.util.Locale;

/**
 * Option of a command.
 *
 * @param name long name, without hyphens
 * @param letter short name; empty if there is none
 * @param meaning meaning here, or the reason why the option is ignored or refused
 */
public record SlurmOption(String name, String letter, Value value, Use use, String meaning) {
  /** Value of an option. */
  public enum Value {
    NONE,
    REQUIRED,
    /** Only in the same word, as in {@code --exclusive=user}. */
    OPTIONAL
  }

  /** Treatment of an option. */
  public enum Use {
    UNDERSTOOD,
    /** The option changes nothing, and is not mentioned. */
    WITHOUT_EFFECT,
    /** The option is named on standard error, and otherwise ignored. */
    IGNORED,
    REFUSED;

    /** Returns the external name. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** Returns the option as the user writes it. */
  public String written() {
    return name.isEmpty() ? "-" + letter : "--" + name;
  }

  /** Returns the forms of the option, such as {@code -t, --time=VALUE}. */
  String forms() {
    var suffix =
        switch (value) {
          case NONE -> "";
          case REQUIRED -> "=VALUE";
          case OPTIONAL -> "[=VALUE]";
        };
    return (letter.isEmpty() ? "    " : "-" + letter + ", ") + written() + suffix;
  }

  SlurmOption withoutLetter() {
    return new SlurmOption(name, "", value, use, meaning);
  }
}
