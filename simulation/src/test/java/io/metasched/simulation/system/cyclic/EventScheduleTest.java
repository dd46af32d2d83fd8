package io.metasched.simulation.system.cyclic;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.system.cyclic.model.EventSchedule;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Due;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Submit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Submissions of one tick that follow one another regardless of their outcomes. */
final class EventScheduleTest {

  private static Job job(Due submission) {
    return ((Submit) submission.step()).job();
  }

  /**
   * Returns the numbers of the jobs of the next submission and of the submissions that can be
   * combined with it.
   */
  private static List<Long> together(EventSchedule schedule) {
    var numbers = new ArrayList<Long>();
    var first = schedule.next().orElseThrow();
    for (var due = Optional.of(first); due.isPresent(); ) {
      numbers.add(job(due.get()).id().number());
      due = schedule.nextSubmission(job(due.get()), first.tick());
    }
    return numbers;
  }

  private static EventSchedule schedule(SmallInstance small) {
    var instance = small.instance("fcfs");
    return new EventSchedule(instance, instance.named("fcfs").policy());
  }

  @Test
  void allJobsOfATickAreTogetherAndThoseOfTheNextAreNot() {
    var schedule = schedule(new SmallInstance(1).job(1, 0, 5).job(2, 0, 5).job(3, 1, 5));

    assertThat(together(schedule)).containsExactly(1L, 2L);
  }

  @Test
  void aJobThatAnotherWaitsForIsTheLastSinceThatMayBeSubmittedNext() {
    var small = new SmallInstance(1).job(1, 0, 5).job(2, 0, 5).jobAfter(2, 3, 0, 5).job(4, 0, 5);
    var schedule = schedule(small);

    assertThat(together(schedule)).containsExactly(1L, 2L);
    schedule.submitted(JobId.of(2), false);

    assertThat(together(schedule)).containsExactly(3L, 4L);
  }

  @Test
  void aJobThatIsWithdrawnLaterIsNotTheLast() {
    var schedule = schedule(new SmallInstance(1).jobWithdrawn(1, 0, 5, 1).job(2, 0, 5));

    assertThat(together(schedule)).containsExactly(1L, 2L);
  }

  @Test
  void aJobThatIsWithdrawnAtOnceIsTheLast() {
    var schedule = schedule(new SmallInstance(1).jobWithdrawn(1, 0, 5, 0).job(2, 0, 5));

    assertThat(together(schedule)).containsExactly(1L);
  }
}
