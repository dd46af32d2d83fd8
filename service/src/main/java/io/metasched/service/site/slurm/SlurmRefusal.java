package io.metasched.service.site.slurm;

/** Refusal of a command by a site; nothing has changed. */
public final class SlurmRefusal extends SlurmException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Reason for a refusal. */
  public enum Reason {
    /** An overlapping reservation has one of the nodes. */
    OVERLAPS,
    /** A running job may occupy one of the nodes beyond the start. */
    NODES_BUSY,
    /** A reservation with this name exists. */
    NAME_TAKEN,
    /** Jobs run or wait in the reservation. */
    IN_USE,
    /** No reservation has this name, or no job has this id. */
    UNKNOWN_NAME,
    /** No node has this name. */
    UNKNOWN_NODE,
    /** The caller's user lacks the permission. */
    NOT_PERMITTED,
    /** A time, a limit or another value is not allowed. */
    INVALID,
    /** The site keeps no accounting. */
    NO_ACCOUNTING
  }

  /**
   * Creates a refusal.
   *
   * @param message message of the site, one line
   */
  public SlurmRefusal(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
