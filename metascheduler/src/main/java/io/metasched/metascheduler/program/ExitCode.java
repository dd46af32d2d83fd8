package io.metasched.metascheduler.program;

/** Exit codes of the program. */
public final class ExitCode {
  /** The command is done. */
  public static final int DONE = 0;

  /** It failed, or a check found a violation. */
  public static final int FAILED = 1;

  /** The command line or an input is not as it must be. */
  public static final int BAD_USAGE = 2;

  /** The service cannot be reached. */
  public static final int UNREACHABLE = 3;

  /** The service refused. */
  public static final int REFUSED = 4;

  private ExitCode() {}
}
