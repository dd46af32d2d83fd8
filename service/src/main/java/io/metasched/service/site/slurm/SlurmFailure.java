package io.metasched.service.site.slurm;

/**
 * Command of Slurm without a usable answer: not started, out of time, controller unreachable, or an
 * answer that is cut or garbled. A reading says nothing then: in particular not that there are no
 * jobs. A change may have been made all the same, or be made later.
 */
public final class SlurmFailure extends SlurmException {
  private static final long serialVersionUID = 1L;

  /** Creates a failure with a one-line reason. */
  public SlurmFailure(String message) {
    super(message);
  }
}
