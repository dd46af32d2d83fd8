package io.metasched.service.run;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Kernel bounds on the arguments and variables of a process. */
public final class CommandTexts {
  /** Highest number of bytes of an argument, or of a variable as {@code name=value}. */
  public static final int MOST_BYTES = (128 << 10) - 1;

  private CommandTexts() {}

  /** Returns the reason why a process cannot have these arguments, if any. */
  public static Optional<String> commandFault(List<String> command) {
    return command.stream().allMatch(CommandTexts::fits)
        ? Optional.empty()
        : Optional.of("an argument has more than %d bytes".formatted(MOST_BYTES));
  }

  /** Returns the reason why a process cannot have these variables, if any. */
  public static Optional<String> environmentFault(Map<String, String> environment) {
    return environment.entrySet().stream()
        .filter(each -> !fits(each.getKey(), each.getValue()))
        .findFirst()
        .map(each -> "%s has more than %d bytes".formatted(each.getKey(), MOST_BYTES));
  }

  /** Returns whether a process can have a variable with this value. */
  public static boolean fits(String name, String value) {
    return fits(name + "=" + value);
  }

  private static boolean fits(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES;
  }
}
