package io.metasched.service.book;

import io.metasched.metascheduler.model.EnumLabel;

/** Treatment of a job whose nodes fail after it was started. */
public enum NodeLoss {
  /** The job fails. It is never run twice. */
  FAIL,
  /** The job returns to the queue, after it is certain that none of its processes runs any more. */
  REQUEUE;

  /** Returns the external name. */
  public String label() {
    return EnumLabel.of(this);
  }
}
