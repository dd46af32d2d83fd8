package io.metasched.service.actor;

/** Observer of the deliveries of notifications. Thread-safe. */
@FunctionalInterface
public interface DeliveryListener {
  /** Outcome of an attempt, or the end of further attempts. */
  enum Outcome {
    DELIVERED,
    FAILED,
    GIVEN_UP
  }

  /**
   * Reports an outcome.
   *
   * @param isMail whether a mail was sent; otherwise, a webhook was notified
   * @param count number of notifications
   */
  void ended(boolean isMail, Outcome outcome, int count);
}
