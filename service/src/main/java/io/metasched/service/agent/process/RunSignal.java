package io.metasched.service.agent.process;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The signals that a run can be sent; all of its processes get them. */
enum RunSignal {
  HUP,
  INT,
  QUIT,
  USR1,
  USR2,
  TERM,
  ALRM,
  STOP,
  CONT,
  /** Cancels it. */
  KILL;

  /**
   * By a name with or without SIG.
   *
   * @throws IllegalArgumentException for any other name
   */
  static RunSignal named(String name) {
    var shortName = name.startsWith("SIG") ? name.substring(3) : name;
    return Arrays.stream(values())
        .filter(each -> each.name().equals(shortName))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "signal: allowed is one of %s, given was '%s'"
                        .formatted(
                            Arrays.stream(values())
                                .map(Enum::name)
                                .collect(Collectors.joining(", ")),
                            name)));
  }
}
