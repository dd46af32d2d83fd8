package io.metasched.service.notice;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DeliveryCursor;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.Transition;
import io.metasched.service.book.WebhookRecord;
import io.metasched.service.notice.Outbox.Delivery;
import io.metasched.service.plan.SmallBook;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Outbox compared with a list of all events that each receiver must get. */
final class OutboxTest {
  private static final Duration DAYS = Duration.ofDays(3);
  private static final int MANY = 1_000_000;

  private final SmallBook book = new SmallBook();
  private final List<Recorded> events = new ArrayList<>();
  private Instant now = SmallBook.NOW;

  OutboxTest() {
    book.write(new BookEvent.AccountOpened("b", 1));
  }

  private BookState state() {
    return book.state();
  }

  private void webhook(String id, String account, Optional<String> job, Transition... on) {
    book.write(
        new BookEvent.WebhookMade(
            new WebhookRecord(
                id, account, "http://h/", "s", List.of(on), job, Map.of(), state().seq() + 1)));
  }

  private void submit(String id, String account, String more) {
    book.submit(
        id,
        SmallBook.spec("{'account':'%s','work':{'duration':'PT1M'}%s}".formatted(account, more)));
  }

  /** Adds an event that is not applied, because only its job has to be known. */
  private Recorded add(BookEvent event) {
    long seq = state().seq() + events.size() + 1;
    events.add(new Recorded(seq, now, "t", "", event));
    return events.get(events.size() - 1);
  }

  private static BookEvent ended(String job, JobState outcome) {
    return new BookEvent.JobEnded(job, outcome, "c", "t", List.of());
  }

  private Outbox outbox(long passed) {
    return new Outbox(passed, new TreeMap<>(), state(), DAYS, MANY);
  }

  private List<Recorded> after(long seq, int most) {
    return events.stream().filter(each -> each.seq() > seq).limit(most).toList();
  }

  private void refill(Outbox outbox) {
    outbox
        .refill()
        .ifPresent(asked -> outbox.refill(asked, after(asked.after(), 50), state(), now));
  }

  private static List<Long> numbers(List<Delivery> taken) {
    return taken.stream().map(each -> each.notice().seq()).toList();
  }

  @Test
  void transitionsAreReportedToTheWebhooksThatNameThem() {
    submit("j", "a", "");
    submit("k", "b", "");
    webhook("w-end", "a", Optional.empty(), Transition.ENDED);
    webhook("w-fail", "a", Optional.empty(), Transition.FAILED);
    webhook("w-start", "a", Optional.of("j"), Transition.STARTED, Transition.BOOKED);
    webhook("w-k", "a", Optional.of("k"), Transition.ENDED);
    var outbox = outbox(state().seq());
    add(new BookEvent.PartStarted("j", 1, 1, now));
    long start = add(new BookEvent.PartStarted("j", 1, 0, now)).seq();
    add(ended("k", JobState.FAILED));
    long end = add(ended("j", JobState.FINISHED)).seq();
    long failure = add(ended("j", JobState.OVERRAN)).seq();

    outbox.pass(events, state());

    var first = outbox.take(now);
    assertThat(first.stream().map(Delivery::receiver))
        .containsExactlyInAnyOrder("w-end", "w-fail", "w-start");
    assertThat(numbers(first)).containsExactlyInAnyOrder(end, failure, start);
    first.forEach(each -> outbox.delivered(each, now));
    assertThat(numbers(outbox.take(now))).containsExactly(failure);
  }

  @Test
  void aWebhookGetsNoEventsFromBeforeItsCreationAndOfOtherLabels() {
    submit("j", "a", ",'labels':{'x':'1','y':'2'}");
    var old = new Recorded(state().seq(), now, "t", "", ended("j", JobState.FINISHED));
    var labels = Map.of("x", "1");
    var webhook =
        new WebhookRecord(
            "w",
            "a",
            "http://h/",
            "s",
            List.of(Transition.ENDED),
            Optional.empty(),
            labels,
            old.seq());
    book.write(new BookEvent.WebhookMade(webhook));
    book.write(new BookEvent.WebhookMade(webhook.with().id("v").labels(Map.of("x", "2")).build()));
    var outbox = outbox(old.seq() - 1);
    outbox.pass(List.of(old), state());
    assertThat(outbox.take(now)).isEmpty();

    add(ended("j", JobState.FINISHED));
    outbox.pass(events, state());

    assertThat(outbox.take(now)).extracting(Delivery::receiver).containsExactly("w");
  }

  @Test
  void anArrayIsItsElementsOnly() {
    assertThat(WebhookRecord.isOf("j1", "j1")).isTrue();
    assertThat(WebhookRecord.isOf("j1", "j1_7")).isTrue();
    assertThat(WebhookRecord.isOf("j1", "j17")).isFalse();
    assertThat(WebhookRecord.isOf("j1_7", "j1")).isFalse();
  }

  @Test
  void aFailureDelaysItsReceiverOnlyAndIsRepeatedInOrder() {
    submit("j", "a", "");
    webhook("v", "a", Optional.empty(), Transition.ENDED);
    webhook("w", "a", Optional.empty(), Transition.ENDED);
    var outbox = outbox(state().seq());
    add(ended("j", JobState.FINISHED));
    add(ended("j", JobState.FINISHED));
    outbox.pass(events, state());
    var taken = outbox.take(now);
    assertThat(outbox.failed(taken.get(0), "away", now, 1)).isZero();
    outbox.delivered(taken.get(1), now);

    var next = outbox.take(now);

    assertThat(next).extracting(Delivery::receiver).containsExactly(taken.get(1).receiver());
    var status = outbox.status().get(taken.get(0).receiver()).orElseThrow();
    assertThat(status)
        .isEqualTo(
            new ReceiverStatus(0, 2, 1, Optional.of("away"), Optional.of(now.plusSeconds(1)), 0));
    assertThat(numbers(outbox.take(now.plusSeconds(1))))
        .containsExactly(taken.get(0).notice().seq());
  }

  @Test
  void deliveriesAreBoundedByAccountAndInTotal() {
    for (int account = 0; account < 12; account++) {
      var name = "c" + account;
      book.write(new BookEvent.AccountOpened(name, 2 + account));
      submit("j" + name, name, ",'mail':{'to':'u@h.org'}");
      for (int number = 0; number < 6; number++) {
        webhook(name + number, name, Optional.empty(), Transition.ENDED);
      }
    }
    var outbox = outbox(state().seq());
    for (int account = 0; account < 12; account++) {
      add(ended("jc" + account, JobState.FINISHED));
    }
    outbox.pass(events, state());

    var taken = outbox.take(now);

    assertThat(taken).hasSize(Outbox.MOST_IN_FLIGHT);
    var byAccount = new TreeMap<String, Integer>();
    taken.forEach(each -> byAccount.merge(each.notice().spec().account(), 1, Integer::sum));
    assertThat(byAccount.values()).allMatch(count -> count <= Outbox.MOST_OF_ACCOUNT);
    assertThat(taken.stream().filter(Delivery::isMail)).hasSizeLessThanOrEqualTo(4);
    var served = new TreeSet<String>();
    for (var some = taken; !some.isEmpty(); some = outbox.take(now)) {
      some.forEach(each -> served.add(each.receiver()));
      some.forEach(each -> outbox.delivered(each, now));
    }
    assertThat(served).hasSize(12 * 7);
  }

  @Test
  void aReceiverThatIsAwayHasABoundedNumberOfNoticesInMemoryAndGetsAllOfThemLater() {
    submit("j", "a", "");
    webhook("w", "a", Optional.empty(), Transition.ENDED);
    var outbox = outbox(state().seq());
    for (int number = 0; number < 1000; number++) {
      add(ended("j", JobState.FINISHED));
    }
    outbox.pass(events, state());
    var later = now;
    for (int attempt = 0; attempt < 20; attempt++) {
      for (var each : outbox.take(later)) {
        assertThat(outbox.failed(each, "away", later, 1)).isZero();
      }
      refill(outbox);
      later = later.plus(Duration.ofMinutes(20)); // beyond the longest pause
      assertThat(outbox.status().get("w").orElseThrow().waiting())
          .isLessThanOrEqualTo(Lane.MOST_QUEUED);
    }

    var delivered = new ArrayList<Long>();
    for (var taken = outbox.take(later); !taken.isEmpty(); taken = outbox.take(later)) {
      delivered.addAll(numbers(taken));
      for (var each : taken) {
        outbox.delivered(each, later);
      }
      refill(outbox);
      assertThat(outbox.status().get("w").orElseThrow().waiting())
          .isLessThanOrEqualTo(Lane.MOST_QUEUED);
    }
    assertThat(delivered).isEqualTo(events.stream().map(Recorded::seq).toList());
  }

  @Test
  void mailsBeyondTheNumberOfAnHourWait() {
    submit("j", "a", ",'mail':{'to':'u@h.org','transitions':['ended']}");
    var outbox = new Outbox(state().seq(), new TreeMap<>(), state(), DAYS, 2);
    for (int number = 0; number < 4; number++) {
      add(ended("j", JobState.FINISHED));
    }
    outbox.pass(events, state());
    for (int number = 0; number < 2; number++) {
      outbox.delivered(outbox.take(now).get(0), now);
    }

    assertThat(outbox.take(now)).isEmpty();
    assertThat(outbox.take(now.plus(Duration.ofMinutes(30)))).hasSize(1);
  }

  @Test
  void eventsThatFailForTooLongAreGivenUp() {
    submit("j", "a", "");
    webhook("w", "a", Optional.empty(), Transition.ENDED);
    var outbox = outbox(state().seq());
    for (int number = 0; number < 3 * Lane.MOST_QUEUED; number++) {
      add(ended("j", JobState.FINISHED));
    }
    var first = now;
    outbox.pass(events, state());
    assertThat(outbox.undelivered(state().seq() + events.size())).isEqualTo(first);
    now = now.plus(DAYS).plusSeconds(1);

    long givenUp = outbox.failed(outbox.take(now).get(0), "away", now, 0);
    while (outbox.refill().isPresent()) {
      refill(outbox);
    }

    assertThat(givenUp).isEqualTo(Lane.MOST_QUEUED);
    assertThat(outbox.status().get("w").orElseThrow().givenUp()).isEqualTo(events.size());
    assertThat(outbox.undelivered(state().seq() + events.size())).isEqualTo(Instant.MAX);
    var next = add(ended("j", JobState.FINISHED));
    outbox.pass(List.of(next), state());
    now = now.plus(Duration.ofMinutes(1));
    assertThat(numbers(outbox.take(now))).containsExactly(next.seq());
    assertThat(outbox.cursors()).containsEntry("w", new DeliveryCursor(next.seq() - 1, 300));
  }

  @Test
  void nothingIsDeliveredToADeletedWebhook() {
    submit("j", "a", "");
    webhook("w", "a", Optional.empty(), Transition.ENDED);
    var outbox = outbox(state().seq());
    add(ended("j", JobState.FINISHED));
    outbox.pass(events, state());
    var underWay = outbox.take(now).get(0);

    book.write(new BookEvent.WebhookDeleted("w"));
    outbox.pass(List.of(add(new BookEvent.WebhookDeleted("w"))), state());
    outbox.delivered(underWay, now);

    outbox.pass(List.of(add(ended("j", JobState.FINISHED))), state());
    assertThat(outbox.take(now)).isEmpty();
    assertThat(outbox.cursors()).isEmpty();
    assertThat(
            new Outbox(0, new TreeMap<>(Map.of("w", new DeliveryCursor(1, 0))), state(), DAYS, MANY)
                .cursors())
        .isEmpty();
  }

  /** Events of each receiver, in order. */
  private Map<String, List<Long>> expected() {
    var expected = new TreeMap<String, List<Long>>();
    for (var recorded : events) {
      for (var notice : Notice.of(recorded, state()).stream().toList()) {
        for (var each : state().webhooks().entries()) {
          if (notice.isFor(each.value())) {
            expected.computeIfAbsent(each.key(), w -> new ArrayList<>()).add(recorded.seq());
          }
        }
        notice
            .mailReceiver()
            .ifPresent(
                m -> expected.computeIfAbsent(m, any -> new ArrayList<>()).add(recorded.seq()));
      }
    }
    return expected;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void eachReceiverGetsAllItsEventsInOrderInSpiteOfFailuresAndCrashes(long seed) {
    var random = new Random(seed);
    var jobs = List.of("j", "k", "l");
    submit("j", "a", ",'mail':{'to':'u@h.org','transitions':['started','ended']}");
    submit("k", "b", "");
    submit("l", "a", "");
    webhook("all-a", "a", Optional.empty(), Transition.values());
    webhook("ends-b", "b", Optional.empty(), Transition.ENDED);
    webhook("only-l", "a", Optional.of("l"), Transition.FAILED, Transition.REQUEUED);
    long passed = state().seq();
    var stored = new TreeMap<String, DeliveryCursor>();
    var outbox = outbox(passed);
    var got = new TreeMap<String, TreeSet<Long>>();
    boolean isOver = false;
    for (int step = 0; !isOver; step++) {
      boolean isEnding = step > 3000;
      if (!isEnding && random.nextInt(3) > 0) {
        var job = jobs.get(random.nextInt(3));
        add(
            switch (random.nextInt(5)) {
              case 0 -> new BookEvent.JobConfirmed(job, 1);
              case 1 -> new BookEvent.PartStarted(job, 1, random.nextInt(2), now);
              case 2 -> new BookEvent.JobRequeued(job, 9, "c", "t");
              case 3 -> new BookEvent.CancelAsked(job);
              default -> ended(job, random.nextBoolean() ? JobState.LOST : JobState.WITHDRAWN);
            });
      }
      now = now.plusSeconds(random.nextInt(3));
      outbox.pass(after(outbox.passed(), random.nextInt(4)), state());
      refill(outbox);
      if (isEnding || step % 200 > 150) {
        for (var delivery : outbox.take(now)) {
          boolean isLost = !isEnding && random.nextInt(4) == 0;
          if (!isLost) {
            var known = got.computeIfAbsent(delivery.receiver(), r -> new TreeSet<>());
            long seq = delivery.notice().seq();
            // a new event is later than all events so far
            assertThat(known.contains(seq) || known.isEmpty() || known.last() < seq).isTrue();
            known.add(seq);
          }
          if (isLost || random.nextInt(10) == 0) { // the answer is lost, too
            outbox.failed(delivery, "away", now, random.nextDouble());
          } else {
            outbox.delivered(delivery, now);
          }
        }
      }
      int what = random.nextInt(100);
      if (what < 5) {
        stored.putAll(outbox.changedCursors());
      } else if (what == 5) {
        stored = new TreeMap<>(outbox.cursors());
        passed = outbox.passed();
      } else if (what == 6 && !isEnding) {
        outbox = new Outbox(passed, stored, state(), DAYS, MANY);
      }
      isOver =
          isEnding
              && outbox.passed() == state().seq() + events.size()
              && outbox.undelivered(outbox.passed()).equals(Instant.MAX);
    }

    var all = new TreeMap<String, List<Long>>();
    got.forEach((receiver, numbers) -> all.put(receiver, List.copyOf(numbers)));
    assertThat(all).isEqualTo(expected()).hasSize(4);
    assertThat(all.get("all-a")).hasSizeGreaterThan(3 * Lane.MOST_QUEUED);
  }
}
