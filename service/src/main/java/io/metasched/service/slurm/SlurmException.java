package io.metasched.service.slurm;

/** Refusal of a command, with a message for standard error. */
public final class SlurmException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SlurmException(String message) {
    super(message, null, false, false);
  }
}
