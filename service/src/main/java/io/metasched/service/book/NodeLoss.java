package io.metasched.service.book;

import java.util.Locale;

/** What becomes of a job whose nodes fail it after it was started. */
public enum NodeLoss {
  /** It has failed: it is never run twice. */
  FAIL,
  /** It goes back into the queue, once it is known that nothing of it runs any more. */
  REQUEUE;

  /** Its name outside the program. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
