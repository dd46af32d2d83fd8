package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.metascheduler.queue.QueueRules;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Order of the jobs of two accounts. */
final class JobQueueTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private final SmallBook book = new SmallBook();

  @BeforeEach
  void open() {
    book.write(new BookEvent.AccountOpened("b", 1));
    book.write(new BookEvent.Deposited("b", 12_000, Optional.empty(), ""));
    var rules = book.settings.withQueue(new QueueRules(QueueOrder.FAIR_SHARE, HOUR));
    book.write(new BookEvent.RulesSet(rules.written(book.fleet, Duration.ZERO)));
  }

  private void submit(String id, String account, int priority) {
    book.submit(
        id,
        SmallBook.spec(
            ("{'account':'%s','priority':%d,'work':{'duration':'PT1M'},"
                    + "'requires':{'node':'d-0'}}")
                .formatted(account, priority)));
  }

  @Test
  void jobsOfAnySizeHaveAPlace() {
    var huge = "{'account':'a','nodes':10000,'work':{'volume':8796093022207}}";
    for (var id : List.of("j1", "j2", "j3")) {
      book.submit(id, SmallBook.spec(huge));
    }

    assertThat(order(QueueOrder.FAIR_SHARE)).containsExactly("j1", "j2", "j3");
  }

  private CycleSettings settings(QueueOrder order) {
    return book.settings.withQueue(new QueueRules(order, HOUR));
  }

  private JobQueue queue(QueueOrder order) {
    return new JobQueue(book.state(), settings(order), 0);
  }

  private List<JobRecord> waiting() {
    var waiting = new ArrayList<JobRecord>();
    book.state().waitingJobs().forEach(waiting::add);
    return waiting;
  }

  private List<String> order(QueueOrder order) {
    return queue(order).sorted(waiting()).stream().map(JobRecord::id).toList();
  }

  private JobRecord job(String id) {
    return book.state().job(id).orElseThrow();
  }

  @Test
  void aPaidAndAHeldJobCountAsUseAndThePlaceIsExplained() {
    submit("paid", "a", 0);
    book.book("paid", "d-0", 5, 1);
    book.write(new BookEvent.JobStarting("paid", 1));
    book.write(new BookEvent.PartStarted("paid", 1, 0, SmallBook.NOW));
    book.write(new BookEvent.JobEnded("paid", JobState.FINISHED, "none", "", List.of(1L)));
    submit("a1", "a", 0);
    submit("b1", "b", 0);

    assertThat(order(QueueOrder.FIFO)).containsExactly("a1", "b1");
    assertThat(order(QueueOrder.FAIR_SHARE)).containsExactly("b1", "a1");
    assertThat(queue(QueueOrder.FAIR_SHARE).place(job("a1")))
        .hasValue(
            "place 2 of 2 waiting jobs by fair-share: its priority is 0, and account a has used"
                + " 0.001 (half-life 60 minutes); 1 of 1 other accounts with waiting jobs have used"
                + " less");
    assertThat(queue(QueueOrder.FAIR_SHARE).ahead(job("a1"))).isEqualTo(1);
    assertThat(queue(QueueOrder.FIFO).place(job("a1"))).isEmpty();
    submit("held1", "b", 0);
    submit("held2", "b", 0);
    book.book("held1", "d-1", 5, 1);
    book.book("held2", "d-1", 6, 1);
    assertThat(order(QueueOrder.FAIR_SHARE)).containsExactly("a1", "b1");
  }

  @Test
  void aHigherPriorityComesFirst() {
    submit("a1", "a", 0);
    submit("a2", "a", -5);
    submit("b1", "b", 3);

    assertThat(order(QueueOrder.PRIORITY)).containsExactly("b1", "a1", "a2");
    assertThat(queue(QueueOrder.PRIORITY).place(job("a1")))
        .hasValue("place 2 of 3 waiting jobs by priority: its priority is 0");
  }

  @Test
  void aCyclePlansInTheOrderOfTheQueue() {
    submit("a1", "a", 0);
    submit("b1", "b", 3);
    var begun = new BookEvent.CycleBegun(0, 0, book.state().seq());

    for (var order : List.of(QueueOrder.FIFO, QueueOrder.PRIORITY)) {
      var cycles = new CycleByBook(book.state(), book.fleet, settings(order));
      var booked =
          cycles.plan(cycles.cycle(begun)).stream()
              .filter(FlowEvent.Booked.class::isInstance)
              .map(FlowEvent.Booked.class::cast)
              .toList();
      assertThat(booked).hasSize(2);
      boolean isFirstFirst =
          booked.stream()
              .allMatch(
                  each ->
                      (each.job().number() == job("a1").number())
                          == (each.window().start() < 60_000));
      assertThat(isFirstFirst).isEqualTo(order == QueueOrder.FIFO);
    }
  }

  @Test
  void ifMoreJobsWaitThanACycleConsidersTheHighestPrioritiesHaveAPlace() {
    for (int number = 0; number < 30; number++) {
      submit("j%02d".formatted(number), number % 2 == 0 ? "a" : "b", number / 10);
    }

    var urgent = CyclePlaces.next(book.state(), settings(QueueOrder.PRIORITY), 0).jobs();
    var turns = CyclePlaces.next(book.state(), settings(QueueOrder.FIFO), 0).jobs();

    assertThat(urgent).hasSize(10);
    assertThat(urgent.stream().map(JobRecord::id))
        .contains("j20", "j21", "j22", "j23", "j24", "j00");
    assertThat(turns).hasSize(10);
  }
}
