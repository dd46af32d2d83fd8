package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.ArrayIndices;
import io.metasched.service.book.ArrayShape;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays with a limit on the elements that have a window at once. */
final class ArrayLimitsTest {
  private final SmallBook book = new SmallBook();
  private int cycles;

  private void submit(String id, String indices, Integer most) {
    var shape = new ArrayShape(ArrayIndices.parse(indices), Optional.ofNullable(most));
    var spec = SmallBook.spec("{'work':{'duration':'PT1M'}}");
    long number = book.state().nextNumber();
    book.write(
        new BookEvent.ArraySubmitted(id, number, "u", spec, shape, Optional.empty(), "digest"));
  }

  /** Runs a cycle, and returns the ids of the jobs that it has considered. */
  private List<String> cycle() {
    var places = CyclePlaces.next(book.state(), book.settings, 0);
    var begun = new BookEvent.CycleBegun(cycles++, 0, book.state().seq(), places.turn());
    book.write(begun);
    var cycle = new CycleByBook(book.state(), book.fleet, book.settings);
    var plan = cycle.plan(cycle.cycle(begun));
    CycleOutcome.of(book.state(), book.fleet, book.settings, begun, plan, 0, 0)
        .forEach(book::write);
    return places.jobs().stream().map(JobRecord::id).toList();
  }

  private List<String> in(JobState state) {
    var ids = new ArrayList<String>();
    book.state().elements(book.state().array("x").orElseThrow()).stream()
        .filter(job -> job.state() == state)
        .forEach(job -> ids.add(job.id()));
    return ids;
  }

  @Test
  void elementsBeyondTheLimitWaitUntilOthersEnd() {
    submit("x", "1-6:2,10", 2);

    assertThat(cycle()).containsExactly("x_1", "x_3");
    assertThat(in(JobState.BOOKED)).containsExactly("x_1", "x_3");
    assertThat(book.state().job("x_5").orElseThrow().reason())
        .isEqualTo(
            new JobRecord.Reason(
                "array-limit", "2 of the 4 elements of its array may have a window at once"));
    assertThat(LiveJobs.areIdle(book.state(), Long.MAX_VALUE)).isTrue();

    book.write(new BookEvent.JobEnded("x_3", JobState.WITHDRAWN, "cancelled", "", List.of()));

    assertThat(LiveJobs.areIdle(book.state(), Long.MAX_VALUE)).isFalse();
    assertThat(cycle()).containsExactly("x_5");
    assertThat(in(JobState.WAITING)).containsExactly("x_10");
    assertThat(LiveJobs.areIdle(book.state(), Long.MAX_VALUE)).isTrue();
  }

  @Test
  void elementsOfAnArrayWithoutALimitHaveNone() {
    submit("x", "1-4", null);

    assertThat(cycle()).hasSize(4);
    assertThat(in(JobState.BOOKED)).hasSize(4);
  }

  @Test
  void anElementThatWasTriedKeepsItsReason() {
    submit("x", "1-2", 1);
    var why = FlowWords.NO_ALTERNATIVE;
    book.write(new BookEvent.JobPostponed("x_2", 0, why.code(), why.text()));

    assertThat(cycle()).containsExactly("x_1");
    assertThat(book.state().job("x_2").orElseThrow().reason()).isEqualTo(why);
    assertThat(LiveJobs.areIdle(book.state(), Long.MAX_VALUE)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void noMoreElementsThanTheLimitHaveAWindow(long seed) {
    var random = new Random(seed);
    submit("x", "0-30", 3);
    submit("y", "0-30:3", 1 + random.nextInt(4));
    for (int i = 0; i < 15; i++) {
      book.submit("j" + i, SmallBook.spec("{'work':{'duration':'PT1M'}}"));
    }

    int rounds = 0;
    while (book.state().open().jobs().size() > 0) {
      cycle();
      for (var array : book.state().arrays().values()) {
        var elements = book.state().elements(array);
        long active =
            elements.stream()
                .filter(job -> !job.state().isFinal() && job.state() != JobState.WAITING)
                .count();
        assertThat(active)
            .isEqualTo(array.jobs().active())
            .isLessThanOrEqualTo(array.submitted().array().most().orElseThrow());
      }
      for (var job : List.copyOf(booked())) {
        if (random.nextInt(3) > 0) {
          book.write(new BookEvent.JobEnded(job, JobState.WITHDRAWN, "cancelled", "", List.of()));
        }
      }
      assertThat(rounds++).isLessThan(200);
    }
  }

  private List<String> booked() {
    var ids = new ArrayList<String>();
    for (var job : book.state().openJobs()) {
      if (job.state() == JobState.BOOKED) {
        ids.add(job.id());
      }
    }
    return ids;
  }
}
