package io.metasched.service.site.slurm;

/**
 * Slurm command without a usable response: the program was not started or timed out, the controller
 * was unreachable, or the response was truncated or invalid. A failed query gives no information.
 * In particular, it does not mean that there are no jobs. A failed change may have been made, or
 * may still be made later.
 */
public final class SlurmFailure extends SlurmException {
  private static final long serialVersionUID = 1L;

  /** Creates a failure with a one-line reason. */
  public SlurmFailure(String message) {
    super(message);
  }
}
