package io.metasched.service.run;

/** Why a run has ended. */
public enum EndCause {
  /** The command ended by itself. */
  EXITED,
  /** The window was over. */
  TIME_LIMIT,
  /** It was cancelled. */
  CANCELLED,
  /** It wanted more memory than it may use. */
  OUT_OF_MEMORY,
  /** It took more than its machine allows, such as of the disk, or a port of a service. */
  MACHINE_LIMIT
}
