package io.metasched.service.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Signal of Linux: one that a run can be sent, or that has ended one. */
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

  /** Signals that a run can be sent: all of its processes get them, and KILL cancels it. */
  public static final List<RunSignal> SENDABLE =
      List.of(HUP, INT, QUIT, KILL, USR1, USR2, ALRM, TERM, CONT, STOP, WINCH);

  /** Names of the signals that a run can be sent, in words. */
  public static final String ALLOWED =
      SENDABLE.stream().map(Enum::name).collect(Collectors.joining(", "))
          + ", in any case, with SIG before it, or the number of one";

  private static final int SIGNALLED = 128; // a shell adds it to the number of the signal
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]?");

  private final int number;

  RunSignal(int number) {
    this.number = number;
  }

  /** Its number. */
  public int number() {
    return number;
  }

  /** Returns the signal that a text names, if a run can be sent it: {@code usr1, SIGUSR1, 10}. */
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

  /** Returns the signal that ended a process with an exit status as a shell has it: 128 + n. */
  public static Optional<RunSignal> ofExitStatus(int status) {
    return Arrays.stream(values()).filter(each -> SIGNALLED + each.number() == status).findFirst();
  }
}
