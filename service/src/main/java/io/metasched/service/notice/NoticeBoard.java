package io.metasched.service.notice;

import io.metasched.service.book.SortedTree;
import java.time.Instant;

/** Present deliveries, for the API, for metrics, and for the removal of old events. Thread-safe. */
public final class NoticeBoard {
  private volatile SortedTree<String, ReceiverStatus> status = SortedTree.empty();
  private volatile Instant undelivered = Instant.EPOCH;

  /**
   * Replaces the content.
   *
   * @param undelivered time from which events may have to be delivered
   */
  public void publish(SortedTree<String, ReceiverStatus> status, Instant undelivered) {
    this.status = status;
    this.undelivered = undelivered;
  }

  /** Returns the deliveries to a webhook. */
  public ReceiverStatus of(String webhook) {
    return status.get(webhook).orElse(ReceiverStatus.NONE);
  }

  /** Returns the number of waiting mails, or of waiting notifications of webhooks. */
  public int waiting(boolean mails) {
    int sum = 0;
    for (var each : status.entries()) {
      sum += Notice.isMail(each.key()) == mails ? each.value().waiting() : 0;
    }
    return sum;
  }

  public Instant undelivered() {
    return undelivered;
  }
}
