package io.metasched.service.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Linux signal that can be sent to a run or can end it. */
public enum RunSignal {
  HUP(1),
  INT(2),
  QUIT(3),
  ILL(4),
  TRAP(5),
  ABRT(6),
  BUS(7),
  FPE(8),
  KILL(9),
  USR1(10),
  SEGV(11),
  USR2(12),
  PIPE(13),
  ALRM(14),
  TERM(15),
  STKFLT(16),
  CHLD(17),
  CONT(18),
  STOP(19),
  TSTP(20),
  TTIN(21),
  TTOU(22),
  URG(23),
  XCPU(24),
  XFSZ(25),
  VTALRM(26),
  PROF(27),
  WINCH(28),
  IO(29),
  PWR(30),
  SYS(31);

  /**
   * Signals that can be sent to a run. All processes of the run receive the signal; KILL cancels
   * the run.
   */
  public static final List<RunSignal> SENDABLE =
      List.of(HUP, INT, QUIT, KILL, USR1, USR2, ALRM, TERM, CONT, STOP, WINCH);

  /** Description of the signals that can be sent to a run. */
  public static final String ALLOWED =
      SENDABLE.stream().map(Enum::name).collect(Collectors.joining(", "))
          + ", in upper or lower case, with or without SIG, or the signal number";

  private static final int SIGNALLED = 128; // a shell adds 128 to the signal number
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]?");

  private final int number;

  RunSignal(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /** Parses a signal that can be sent to a run: {@code usr1, SIGUSR1, 10}. */
  public static Optional<RunSignal> parse(String text) {
    var upper = text.toUpperCase(Locale.ROOT);
    var name = upper.startsWith("SIG") ? upper.substring(3) : upper;
    return SENDABLE.stream()
        .filter(
            each ->
                each.name().equals(name)
                    || (NUMBER.matcher(text).matches() && each.number() == Integer.parseInt(text)))
        .findFirst();
  }

  /**
   * Parses a signal that can be sent to a run.
   *
   * @throws IllegalArgumentException if the text is no such signal
   */
  public static RunSignal require(String text) {
    return parse(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "signal: allowed is %s, given was '%s'".formatted(ALLOWED, text)));
  }

  /** Returns the signal of an exit status as reported by a shell, 128 + n. */
  public static Optional<RunSignal> ofExitStatus(int status) {
    return Arrays.stream(values()).filter(each -> SIGNALLED + each.number() == status).findFirst();
  }
}
