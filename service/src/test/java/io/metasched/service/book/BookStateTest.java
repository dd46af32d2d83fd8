package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.plan.SmallBook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BookStateTest {
  private static final int STEPS = 2000;

  @Test
  void theLastCyclesAreKeptHoweverManyBegin() {
    var book = new SmallBook();
    for (int cycle = 0; cycle < 20_010; cycle++) {
      book.write(new BookEvent.CycleBegun(cycle, cycle, 0));
    }

    assertThat(book.state().cycles().size()).isEqualTo(20_000);
    assertThat(book.state().cycles().entries().iterator().next().key()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void accountsSumToZeroAfterEachEvent(long seed) {
    var history = new RandomHistory(seed);

    for (int step = 0; step < STEPS; step++) {
      history.next();

      assertThat(AccountSums.of(history.state())).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theLedgerSaysWhatEachAccountHas(long seed) {
    var history = new RandomHistory(seed);
    for (int step = 0; step < STEPS; step++) {
      history.next();
    }

    for (var each : history.state().accounts().entries()) {
      long sum = 0;
      long held = 0;
      for (var entry : history.state().ledger().entries()) {
        if (entry.key().account().equals(each.key())) {
          sum += entry.value().milli();
          held += entry.value().heldMilli();
        }
      }
      assertThat(sum).isEqualTo(each.value().balanceMilli() + each.value().heldMilli());
      assertThat(held).isEqualTo(each.value().heldMilli());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void heldMoneyIsThatOfJobsWithAWindowAndOfOpenClaims(long seed) {
    var history = new RandomHistory(seed);
    var outcomes = new TreeSet<JobState>();

    for (int step = 0; step < STEPS; step++) {
      history.next();
    }

    long held = 0;
    for (var each : history.state().jobs().entries()) {
      var job = each.value();
      outcomes.add(job.state());
      held += job.money().held();
      boolean hasWindow = !job.state().isFinal() && job.state() != JobState.WAITING;
      assertThat(job.money().held() > 0).isEqualTo(hasWindow);
      assertThat(job.money().lapsing().sumMilli()).isBetween(0L, job.money().held());
      assertThat(history.state().open().jobs().get(job.number()))
          .isEqualTo(job.state().isFinal() ? Optional.empty() : Optional.of(job));
    }
    var ends = new TreeSet<ClaimRecord.State>();
    for (var each : history.state().market().claims().entries()) {
      var claim = each.value();
      ends.add(claim.state());
      held += claim.money().held();
      boolean isPaid =
          claim.takesTime() && claim.terms().map(ClaimRecord.OfferTerms::holdsCost).orElse(true);
      assertThat(claim.money().held() > 0).isEqualTo(isPaid);
      assertThat(history.state().market().open().get(claim.number()).isPresent())
          .isEqualTo(claim.takesTime());
    }
    assertThat(ends).hasSizeGreaterThan(2);
    long inAccounts = 0;
    for (var each : history.state().accounts().entries()) {
      inAccounts += each.value().heldMilli();
    }
    assertThat(held).isEqualTo(inAccounts);
    assertThat(outcomes).hasSizeGreaterThan(6); // otherwise, the histories are too short
  }

  @Test
  void anAccountThatGetsMoneyFromNowhereIsNotIgnored() {
    var state = BookState.EMPTY.with(new AccountRecord("a", 0, 5, 7, 1));

    assertThat(AccountSums.of(state)).isEqualTo(12);
    assertThat(AccountSums.of(state.with(new AccountRecord("b", 1, -12, 0, 2)))).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void noEntryOfTheLedgerIsOfNoMoney(long seed) {
    var history = new RandomHistory(seed);
    var kinds = new TreeSet<LedgerEntry.Kind>();
    for (int step = 0; step < STEPS; step++) {
      history.next();
    }

    for (var entry : history.state().ledger().entries()) {
      kinds.add(entry.value().kind());
      assertThat(entry.value().milli() == 0 && entry.value().heldMilli() == 0)
          .as("%s", entry)
          .isFalse();
    }
    assertThat(kinds).hasSizeGreaterThan(4);
  }

  /** Returns the whole state as lines, including derived data. */
  private static List<String> words(BookState state) {
    var words = new ArrayList<String>();
    SnapshotRow.rows(state).forEach(row -> words.add(row.toString()));
    state.arrays().entries().forEach(each -> words.add(each.toString()));
    state.keys().entries().forEach(each -> words.add(each.toString()));
    state.open().jobs().entries().forEach(each -> words.add("open " + each));
    state.open().waiting().entries().forEach(each -> words.add("waits " + each));
    state.open().queues().entries().forEach(each -> words.add("queued " + each));
    state.open().movable().entries().forEach(each -> words.add("movable " + each));
    state.open().tally().use().entries().forEach(each -> words.add("use " + each));
    for (int i = 0; i < 4; i++) {
      words.add(state.open().taken().of("north-" + i, Long.MAX_VALUE).toString());
    }
    return words;
  }

  @Test
  void eventsAndPiecesOfAStateAreReadAsTheyWereWritten() {
    var history = RandomHistory.withArrays(1);
    for (int step = 0; step < STEPS; step++) {
      for (var recorded : history.next().stream().toList()) {
        var text = BookJson.write(recorded.event());
        assertThat(BookJson.read(text, BookEvent.class, BookJson.NO_INPUTS))
            .isEqualTo(recorded.event());
      }
    }
    for (var row : SnapshotRow.rows(history.state())) {
      var text = BookJson.write((Object) row);
      var read = BookJson.read(text, row.getClass(), BookJson.NO_INPUTS);
      if (read instanceof SnapshotRow.ElementRow element) {
        assertThat(text).doesNotContain("spec");
        assertThat(new SnapshotRow.ElementRow(element.whole(history.state()))).isEqualTo(row);
      } else {
        assertThat(read).isEqualTo(row);
      }
    }
  }

  /** Returns the elements of an array, found by a search in all jobs. */
  private static List<JobRecord> elements(BookState state, String array) {
    var elements = new ArrayList<JobRecord>();
    for (var job : state.jobs().values()) {
      if (job.id().startsWith(array + "_")) {
        elements.add(job);
      }
    }
    return elements;
  }

  @Test
  void arraysAndWorkflowsSumUpTheirJobs() {
    var seen = new TreeSet<JobState>();
    for (long seed = 1; seed <= 8; seed++) {
      var history = RandomHistory.withArrays(seed);
      for (int step = 0; step < STEPS; step++) {
        history.next();
        for (var array : history.state().arrays().values()) {
          seen.addAll(array.jobs().states());
          assertCounts(history.state(), array);
        }
        for (var workflow : history.state().workflows().values()) {
          assertSums(history.state(), workflow);
        }
      }
    }

    assertThat(seen).hasSizeGreaterThan(7); // otherwise, the histories are too short
  }

  private static void assertSums(BookState state, WorkflowRecord workflow) {
    var counts = new TreeMap<JobState, Integer>();
    long milli = 0;
    for (var job : state.jobs().values()) {
      if (job.spec().task().filter(task -> task.workflow().equals(workflow.id())).isPresent()) {
        counts.merge(job.state(), 1, Integer::sum);
        milli += job.money().held() + job.money().charged();
      }
    }
    assertThat(workflow.jobs().counts()).isEqualTo(counts);
    assertThat(workflow.jobs().committedMilli()).isEqualTo(milli);
  }

  private static void assertCounts(BookState state, ArrayRecord array) {
    var elements = elements(state, array.id());
    var counts = new TreeMap<JobState, Integer>();
    elements.forEach(job -> counts.merge(job.state(), 1, Integer::sum));
    assertThat(array.jobs().counts()).isEqualTo(counts);
    assertThat(array.size()).isEqualTo(elements.size());
    assertThat(array.jobs().version())
        .isEqualTo(elements.stream().mapToLong(JobRecord::version).max().orElseThrow());
    assertThat(state.elements(array)).containsExactlyInAnyOrderElementsOf(elements);
    assertThat(array.jobs().isOver())
        .isEqualTo(elements.stream().allMatch(job -> job.state().isFinal()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aStateFromItsPiecesGoesOnAsTheStateItself(long seed) {
    var history = RandomHistory.withArrays(seed);
    var events = new ArrayList<Recorded>();
    var half = BookState.EMPTY;
    for (int step = 0; step < STEPS; step++) {
      history.next().ifPresent(events::add);
      if (step == STEPS / 2) {
        half = history.state();
      }
    }

    var restored = BookState.EMPTY;
    var whole = new SnapshotState();
    for (var row : SnapshotRow.rows(half)) {
      restored = row.into(restored);
      whole.add(row);
    }
    assertThat(SnapshotRow.rows(restored)).isEqualTo(SnapshotRow.rows(half));
    assertThat(words(whole.whole())).isEqualTo(words(restored)).isEqualTo(words(half));
    restored = seed % 2 == 0 ? restored : whole.whole();
    for (var event : events) {
      if (event.seq() > restored.seq()) {
        restored = restored.after(event);
      }
    }

    assertThat(SnapshotRow.rows(restored)).isEqualTo(SnapshotRow.rows(history.state()));
    assertThat(restored.keys().entries())
        .containsExactlyElementsOf(history.state().keys().entries());
  }

  @Test
  void anEventOutOfItsOrderIsRefused() {
    var history = new RandomHistory(1);
    var first = history.next().orElseThrow();

    assertThatThrownBy(() -> history.state().after(first))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aJobComesIntoAStateOnlyAlongTheDiagram(long seed) {
    var history = new RandomHistory(seed);

    for (int step = 0; step < STEPS; step++) {
      var before = history.state();
      history.next();
      for (var each : history.state().jobs().entries()) {
        var now = each.value().state();
        before
            .job(each.key())
            .filter(old -> old.state() != now)
            .ifPresent(
                old ->
                    assertThat(JobStateTest.DIAGRAM.getOrDefault(old.state(), Set.of()))
                        .as("%s", old)
                        .contains(now));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aDrainedNodeSellsNothing(long seed) {
    var history = new RandomHistory(seed);
    int sold = 0;

    for (int step = 0; step < STEPS; step++) {
      var before = history.state();
      var event = history.next().map(Recorded::event);
      if (event.isPresent() && event.get() instanceof BookEvent.JobBooked booked) {
        sold++;
        assertThat(booked.nodes()).allSatisfy(node -> assertThat(before.drain(node)).isEmpty());
      }
    }

    assertThat(sold).isPositive();
  }

  /** Returns the jobs that are deleted together with a job. */
  private static List<JobRecord> group(BookState state, JobRecord job) {
    var workflow = job.spec().task().map(WorkflowTask::workflow);
    if (workflow.isEmpty()) {
      return JobIds.array(job.id()).map(array -> elements(state, array)).orElse(List.of(job));
    }
    var jobs = new ArrayList<JobRecord>();
    for (var each : state.jobs().values()) {
      if (each.spec().task().map(WorkflowTask::workflow).equals(workflow)) {
        jobs.add(each);
      }
    }
    return jobs;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void deletionChangesNoAccountAndNoOpenJob(long seed) {
    var history = RandomHistory.withArrays(seed);
    for (int step = 0; step < STEPS; step++) {
      history.next();
    }
    var old = history.state();
    var ends = new TreeSet<Instant>();
    old.jobs().entries().forEach(each -> each.value().times().ended().ifPresent(ends::add));
    var before = ends.last().plusMillis(1);

    assertThat(old.hasOver(before)).isTrue();
    var now =
        old.after(new Recorded(old.seq() + 1, before, "t", "", new BookEvent.Forgotten(before)));

    assertThat(now.hasOver(before)).isFalse();
    assertThat(now.accounts().entries()).containsExactlyElementsOf(old.accounts().entries());
    assertThat(now.open().jobs().entries()).containsExactlyElementsOf(old.open().jobs().entries());
    for (var each : old.jobs().entries()) {
      boolean isKept = group(old, each.value()).stream().anyMatch(job -> !job.state().isFinal());
      assertThat(now.job(each.key()).isPresent()).isEqualTo(isKept);
      each.value()
          .key()
          .flatMap(key -> now.made(each.value().user(), each.value().spec().account(), key))
          .filter(made -> made.made().equals(each.key()))
          .ifPresent(made -> assertThat(isKept).isTrue());
    }
    for (var array : old.arrays().values()) {
      boolean isKept = !elements(now, array.id()).isEmpty();
      assertThat(now.array(array.id()).isPresent()).isEqualTo(isKept);
      array
          .keyName()
          .ifPresent(key -> assertThat(now.keys().get(key).isPresent()).isEqualTo(isKept));
    }
    assertThat(now.ledger().size()).isLessThan(old.ledger().size());
    assertThat(AccountSums.of(now)).isZero();
  }
}
