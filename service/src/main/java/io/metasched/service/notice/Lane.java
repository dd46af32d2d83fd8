package io.metasched.service.notice;

import io.metasched.service.book.DeliveryCursor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;

/** Waiting notices of one receiver, which are delivered in order. Confined to one thread. */
final class Lane {
  /** Maximum number of notices in memory; further notices are read from the event store again. */
  static final int MOST_QUEUED = 100;

  private static final int FEW = 20;

  final String account;
  final ArrayDeque<Notice> queue = new ArrayDeque<>();
  boolean isInFlight;
  int failures; // in a row
  Instant next = Instant.MIN; // no attempt before
  Optional<String> error = Optional.empty();
  long delivered;
  long givenUp; // since the webhook was created
  private Instant paid = Instant.MIN; // end of the time that the mails so far use up
  private final long handled;
  private boolean isComplete;
  private long scanned;

  /**
   * Creates a lane.
   *
   * @param from progress so far
   * @param passed number of the last event that was offered to all lanes
   */
  Lane(String account, DeliveryCursor from, long passed) {
    this.account = account;
    handled = from.seq();
    scanned = from.seq();
    givenUp = from.givenUp();
    isComplete = handled >= passed;
  }

  /** Returns whether all notices after the cursor are in the queue. */
  boolean isComplete() {
    return isComplete;
  }

  /** Adds the notice of a new event, unless earlier notices must be read again first. */
  void offer(Notice notice) {
    if (isComplete && notice.seq() > handled && !add(notice)) {
      isComplete = false;
    }
  }

  private boolean add(Notice notice) {
    if (queue.size() >= MOST_QUEUED) {
      scanned = notice.seq() - 1;
      return false;
    }
    queue.add(notice);
    return true;
  }

  /** Returns whether earlier notices have to be read from the event store. */
  boolean isToRefill() {
    return !isComplete && queue.size() <= FEW;
  }

  /** Returns the number of the last event that was examined for this lane. */
  long scanned() {
    return scanned;
  }

  /**
   * Adds an earlier notice; returns false if there is no room.
   *
   * @param keepFrom time before which a notice is given up if the receiver is failing
   */
  boolean addAgain(Notice notice, Instant keepFrom) {
    if (failures > 0 && notice.recorded().at().isBefore(keepFrom)) {
      givenUp++;
      return true;
    }
    return add(notice);
  }

  /**
   * Records that all events up to a number have been examined.
   *
   * @param passed number of the last event that was offered to all lanes
   */
  void scanned(long seq, long passed) {
    scanned = seq;
    isComplete = seq >= passed;
  }

  /** Returns the progress. */
  DeliveryCursor cursor(long passed) {
    var head = Optional.ofNullable(queue.peek()).map(notice -> notice.seq() - 1);
    return new DeliveryCursor(head.orElse(isComplete ? passed : scanned), givenUp);
  }

  void delivered(Notice notice) {
    queue.remove();
    failures = 0;
    error = Optional.empty();
    delivered = notice.seq();
    next = Instant.MIN;
  }

  /** Delays the next mail if the mails so far use up the number allowed in an hour. */
  void pay(Instant now, int mailsPerHour) {
    var each = Duration.ofHours(1).dividedBy(mailsPerHour);
    paid = (paid.isBefore(now) ? now : paid).plus(each);
    next = paid.plus(each).minus(Duration.ofHours(1));
  }

  /** Records a failed attempt, and gives up notices from before an instant. */
  void failed(String why, Instant again, Instant keepFrom) {
    failures++;
    error = Optional.of(why);
    next = again;
    while (!queue.isEmpty() && queue.element().recorded().at().isBefore(keepFrom)) {
      queue.remove();
      givenUp++;
    }
  }
}
