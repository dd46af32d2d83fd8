package io.metasched.service.site.slurm;

/** Answer of a site that it did not do a command; nothing has changed. */
public final class SlurmRefusal extends SlurmException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Reason of a refusal. */
  public enum Reason {
    /** A reservation of the same time has one of the nodes. */
    OVERLAPS,
    /** A running job may have one of the nodes until after the start. */
    NODES_BUSY,
    /** A reservation has this name. */
    NAME_TAKEN,
    /** Jobs run or wait in the reservation. */
    IN_USE,
    /** No reservation or no job has this name or id. */
    UNKNOWN_NAME,
    /** No node has this name. */
    UNKNOWN_NODE,
    /** The account of the caller may not do this. */
    NOT_PERMITTED,
    /** A time, a limit or another value is not allowed. */
    INVALID,
    /** The site keeps no accounting. */
    NO_ACCOUNTING
  }

  /**
   * Creates a refusal.
   *
   * @param message words of the site, one line
   */
  public SlurmRefusal(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Returns why the site refused. */
  public Reason reason() {
    return reason;
  }
}
