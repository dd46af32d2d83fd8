package io.metasched.service.notice;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DeliveryCursor;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SortedTree;
import io.metasched.service.book.WebhookRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Notices that have to be delivered. Each new event is offered to the lanes of its receivers. A
 * lane with many notices keeps the first ones, and gets the others from the event store later. At
 * any time, the cursors contain everything that a successor needs. Confined to one thread.
 */
public final class Outbox {
  /** Maximum number of concurrent deliveries. */
  static final int MOST_IN_FLIGHT = 32;

  /** Maximum number of concurrent deliveries to the receivers of one account. */
  static final int MOST_OF_ACCOUNT = 4;

  /** Maximum number of concurrent mails. */
  static final int MOST_MAILS = 4;

  private final Duration giveUpAfter;
  private final int mailsPerHour;
  private final TreeMap<String, Lane> lanes = new TreeMap<>(); // by receiver
  private final TreeSet<String> waiting = new TreeSet<>(); // receivers with notices, not in flight
  private final TreeSet<String> incomplete = new TreeSet<>();
  private final TreeMap<String, Integer> inFlight = new TreeMap<>(); // by account
  private final TreeSet<String> changed = new TreeSet<>(); // receivers whose cursor is not stored
  private final TreeMap<String, List<WebhookRecord>> webhooks = new TreeMap<>(); // by account
  private SortedTree<String, WebhookRecord> known = SortedTree.empty();
  private SortedTree<String, ReceiverStatus> status = SortedTree.empty();
  private int mailsInFlight;
  private String lastTaken = "";
  private String lastRefilled = "";
  private long passed;
  private Instant passedAt = Instant.EPOCH;

  /** Notice to be delivered to a receiver. */
  public record Delivery(String receiver, Notice notice) {
    /** Returns whether this is a mail; otherwise, the receiver is the id of a webhook. */
    public boolean isMail() {
      return Notice.isMail(receiver);
    }
  }

  /** Request for the events after a number, which a receiver has not been offered. */
  public record Refill(String receiver, long after) {}

  /**
   * Creates an outbox that continues where a predecessor has stopped.
   *
   * @param passed number of the last event that was offered to all receivers
   * @param cursors progress of the receivers that had notices left
   * @param giveUpAfter time after an event from which failing deliveries are given up
   * @param mailsPerHour highest number of mails of an account in an hour
   */
  public Outbox(
      long passed,
      SortedMap<String, DeliveryCursor> cursors,
      BookState state,
      Duration giveUpAfter,
      int mailsPerHour) {
    this.passed = passed;
    this.giveUpAfter = giveUpAfter;
    this.mailsPerHour = mailsPerHour;
    cursors.forEach(
        (receiver, cursor) ->
            Notice.accountOf(receiver, state)
                .ifPresent(account -> add(receiver, new Lane(account, cursor, passed))));
  }

  private void add(String receiver, Lane lane) {
    lanes.put(receiver, lane);
    update(receiver, lane);
  }

  /** Updates what follows from a lane. */
  private void update(String receiver, Lane lane) {
    mark(waiting, receiver, !lane.queue.isEmpty() && !lane.isInFlight);
    mark(incomplete, receiver, lane.isToRefill());
    status = status.with(receiver, ReceiverStatus.of(lane));
  }

  private static void mark(Set<String> receivers, String receiver, boolean isIn) {
    if (isIn) {
      receivers.add(receiver);
    } else {
      receivers.remove(receiver);
    }
  }

  /** Returns the number of the last event that was offered to the receivers. */
  public long passed() {
    return passed;
  }

  /** Returns the present deliveries by receiver. */
  public SortedTree<String, ReceiverStatus> status() {
    return status;
  }

  /** Offers the next events to their receivers. */
  public void pass(List<Recorded> events, BookState state) {
    index(state.webhooks());
    for (var recorded : events) {
      if (recorded.event() instanceof BookEvent.WebhookDeleted deleted) {
        forget(deleted.id());
      }
      Notice.of(recorded, state).ifPresent(this::offer);
      passed = recorded.seq();
      passedAt = recorded.at();
    }
  }

  @SuppressWarnings("ReferenceEquality") // webhooks seldom change
  private void index(SortedTree<String, WebhookRecord> present) {
    if (present != known) {
      known = present;
      webhooks.clear();
      for (var each : present.entries()) {
        webhooks
            .computeIfAbsent(each.value().account(), account -> new ArrayList<>())
            .add(each.value());
      }
    }
  }

  private void offer(Notice notice) {
    for (var webhook : webhooks.getOrDefault(notice.spec().account(), Collections.emptyList())) {
      if (notice.isFor(webhook)) {
        offer(webhook.id(), notice);
      }
    }
    notice.mailReceiver().ifPresent(receiver -> offer(receiver, notice));
  }

  private void offer(String receiver, Notice notice) {
    var from = new DeliveryCursor(passed, 0);
    var lane =
        lanes.computeIfAbsent(receiver, name -> new Lane(notice.spec().account(), from, passed));
    lane.offer(notice);
    update(receiver, lane);
  }

  private void forget(String receiver) {
    lanes.remove(receiver);
    waiting.remove(receiver);
    incomplete.remove(receiver);
    status = status.without(receiver);
  }

  /**
   * Returns a receiver with few notices left in memory, to which earlier events are offered; all
   * such receivers take turns.
   */
  public Optional<Refill> refill() {
    if (incomplete.isEmpty()) {
      return Optional.empty();
    }
    lastRefilled = Optional.ofNullable(incomplete.higher(lastRefilled)).orElse(incomplete.first());
    return lane(lastRefilled).map(lane -> new Refill(lastRefilled, lane.scanned()));
  }

  private Optional<Lane> lane(String receiver) {
    return Optional.ofNullable(lanes.get(receiver));
  }

  /**
   * Offers earlier events to a receiver.
   *
   * @param events next events after those that the receiver has been offered
   */
  public void refill(Refill asked, List<Recorded> events, BookState state, Instant now) {
    var found = lane(asked.receiver());
    if (found.isEmpty() || found.get().scanned() != asked.after()) {
      return; // the webhook was deleted
    }
    var lane = found.get();
    boolean hasRoom = true;
    for (var each = events.iterator(); hasRoom && each.hasNext(); ) {
      var recorded = each.next();
      var notice = Notice.of(recorded, state).filter(some -> some.isFor(asked.receiver(), state));
      hasRoom = notice.isEmpty() || lane.addAgain(notice.get(), now.minus(giveUpAfter));
      if (hasRoom) {
        lane.scanned(recorded.seq(), passed);
      }
    }
    if (events.isEmpty()) {
      lane.scanned(passed, passed);
    }
    changed.add(asked.receiver());
    update(asked.receiver(), lane);
  }

  /** Takes the deliveries that are due, within the bounds, in turns. */
  public List<Delivery> take(Instant now) {
    var taken = new ArrayList<Delivery>();
    var order = new ArrayList<>(waiting.tailSet(lastTaken, false));
    order.addAll(waiting.headSet(lastTaken, true));
    int all = inFlight.values().stream().mapToInt(Integer::intValue).sum();
    for (var receiver : order) {
      var lane = lane(receiver).orElseThrow();
      boolean isMail = Notice.isMail(receiver);
      boolean isFree =
          inFlight.getOrDefault(lane.account, 0) < MOST_OF_ACCOUNT
              && (!isMail || mailsInFlight < MOST_MAILS);
      if (all < MOST_IN_FLIGHT && isFree && !now.isBefore(lane.next)) {
        all++;
        mailsInFlight += isMail ? 1 : 0;
        inFlight.merge(lane.account, 1, Integer::sum);
        lane.isInFlight = true;
        lastTaken = receiver;
        waiting.remove(receiver);
        taken.add(new Delivery(receiver, lane.queue.element()));
      }
    }
    return taken;
  }

  private Optional<Lane> end(Delivery delivery) {
    var account = delivery.notice().spec().account();
    mailsInFlight -= delivery.isMail() ? 1 : 0;
    inFlight.computeIfPresent(account, (same, count) -> count == 1 ? null : count - 1);
    var lane = lane(delivery.receiver());
    lane.ifPresent(each -> each.isInFlight = false);
    changed.add(delivery.receiver());
    return lane;
  }

  /** Records a successful delivery. */
  public void delivered(Delivery delivery, Instant now) {
    var lane = end(delivery);
    lane.ifPresent(
        each -> {
          each.delivered(delivery.notice());
          if (delivery.isMail()) {
            each.pay(now, mailsPerHour);
          }
          update(delivery.receiver(), each);
        });
  }

  /**
   * Records a failed attempt.
   *
   * @param jitter random number from 0 to 1
   * @return number of notices that are given up
   */
  public int failed(Delivery delivery, String why, Instant now, double jitter) {
    var lane = end(delivery);
    if (lane.isEmpty()) {
      return 0;
    }
    var failing = lane.get();
    long before = failing.givenUp;
    var again = now.plus(BackOff.after(failing.failures + 1, jitter));
    failing.failed(why, again, now.minus(giveUpAfter));
    update(delivery.receiver(), failing);
    return (int) (failing.givenUp - before);
  }

  /** Returns the changed cursors, and forgets that they have changed. */
  public SortedMap<String, DeliveryCursor> changedCursors() {
    var cursors = new TreeMap<String, DeliveryCursor>();
    for (var receiver : changed) {
      lane(receiver).ifPresent(lane -> cursors.put(receiver, lane.cursor(passed)));
    }
    changed.clear();
    return cursors;
  }

  /**
   * Returns the cursors of all receivers that a successor has to know; other receivers continue
   * after the last event that was offered.
   */
  public SortedMap<String, DeliveryCursor> cursors() {
    var cursors = new TreeMap<String, DeliveryCursor>();
    lanes.forEach(
        (receiver, lane) -> {
          if (!lane.queue.isEmpty() || !lane.isComplete() || lane.givenUp > 0) {
            cursors.put(receiver, lane.cursor(passed));
          }
        });
    changed.clear();
    return cursors;
  }

  /**
   * Returns the time from which events may have to be delivered.
   *
   * @param last number of the last event
   */
  public Instant undelivered(long last) {
    var oldest = passed < last ? passedAt : Instant.MAX;
    for (var lane : lanes.values()) {
      if (!lane.isComplete() && lane.queue.isEmpty()) {
        return Instant.EPOCH; // its next event is not known yet
      }
      var head = lane.queue.peek();
      oldest =
          head != null && head.recorded().at().isBefore(oldest) ? head.recorded().at() : oldest;
    }
    return oldest;
  }
}
