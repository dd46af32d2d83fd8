package io.metasched.service.site.slurm;

/** Failed Slurm command. */
public abstract sealed class SlurmException extends Exception permits SlurmRefusal, SlurmFailure {
  private static final long serialVersionUID = 1L;

  SlurmException(String message) {
    super(message);
  }
}
