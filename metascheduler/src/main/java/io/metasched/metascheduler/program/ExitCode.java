package io.metasched.metascheduler.program;

/** Exit codes of the program. */
public final class ExitCode {
  /** Success. */
  public static final int DONE = 0;

  /** Failure, or a violation found by a check. */
  public static final int FAILED = 1;

  /** Invalid command line or input. */
  public static final int BAD_USAGE = 2;

  /** Service not reachable. */
  public static final int UNREACHABLE = 3;

  /** Refusal by the service. */
  public static final int REFUSED = 4;

  private ExitCode() {}
}
