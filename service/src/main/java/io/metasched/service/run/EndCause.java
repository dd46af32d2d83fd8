package io.metasched.service.run;

/** Cause of the end of a run. */
public enum EndCause {
  /** The command exited by itself. */
  EXITED,
  /** The window was over. */
  TIME_LIMIT,
  /** The run was cancelled. */
  CANCELLED,
  /** The run exceeded its memory limit. */
  OUT_OF_MEMORY,
  /** The run exceeded a limit of its machine, such as disk usage, or took the port of a service. */
  MACHINE_LIMIT
}
