package io.metasched.service.run;

/** Cause of the end of a run. */
public enum EndCause {
  /** Exit of the command by itself. */
  EXITED,
  /** End of the window. */
  TIME_LIMIT,
  /** Cancellation of the run. */
  CANCELLED,
  /** Memory limit exceeded by the run. */
  OUT_OF_MEMORY,
  /** Limit of the machine exceeded by the run, such as disk usage or a reserved port. */
  MACHINE_LIMIT
}
