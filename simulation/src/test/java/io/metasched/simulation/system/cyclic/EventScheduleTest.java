package io.metasched.simulation.system.cyclic;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.system.cyclic.model.EventSchedule;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Submit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Submissions that affect later events. */
final class EventScheduleTest {

  /**
   * Returns the submissions of an instance, in order, each with the tick of an event that may
   * depend on it.
   */
  private static List<String> submissions(SmallInstance small) {
    var instance = small.instance("fcfs");
    var schedule = new EventSchedule(instance, instance.named("fcfs").policy());
    var all = new ArrayList<String>();
    while (schedule.next().orElseThrow().step() instanceof Submit submit) {
      var job = submit.job().id();
      long tick = schedule.dependentTick(job);
      all.add(tick == Long.MAX_VALUE ? job.toString() : job + " until " + tick);
      schedule.submitted(job, false);
    }
    return all;
  }

  @Test
  void noEventDependsOnASubmissionAlone() {
    assertThat(submissions(new SmallInstance(1).job(1, 0, 5).job(2, 0, 5)))
        .containsExactly("1", "2");
  }

  @Test
  void theSubmissionOfAFollowerDependsOnTheOneBefore() {
    var small = new SmallInstance(1).job(1, 0, 5).job(2, 0, 5).jobAfter(2, 3, 0, 5).job(4, 0, 5);

    assertThat(submissions(small)).containsExactly("1", "2 until 0", "3", "4");
  }

  @Test
  void noStepIsReturnedFromATickOnThatMayDependOnASubmission() {
    var instance = new SmallInstance(1).job(1, 0, 5).job(2, 1, 5).instance("fcfs");
    var schedule = new EventSchedule(instance, instance.named("fcfs").policy());

    assertThat(schedule.next(0)).isEmpty();
    assertThat(schedule.next(1)).isPresent();
    var later = schedule.next().orElseThrow();
    assertThat(schedule.next(later.tick())).isEmpty();
  }

  @Test
  void aWithdrawalDependsOnTheSubmissionOfTheJob() {
    var small = new SmallInstance(1).jobWithdrawn(1, 0, 5, 1).job(2, 0, 5);

    assertThat(submissions(small)).containsExactly("1 until 1000", "2");
  }
}
