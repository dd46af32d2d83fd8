package io.metasched.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.actor.PlannerListener.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CycleStepsTest {
  @Test
  void eachStepFollowsTheOneBefore() {
    var steps = new CycleSteps();
    assertThat(steps.present()).isEmpty();
    assertThat(steps.took(Step.PLAN)).isEmpty();

    steps.begin();
    for (var step : Step.values()) {
      assertThat(steps.present()).contains(step);
      steps.took(step, Duration.ofMillis(3));
    }

    assertThat(steps.present()).isEmpty();
  }

  @Test
  void theLongestIsOfTheLastSixtyCycles() {
    var steps = new CycleSteps();
    steps.took(Step.PLAN, Duration.ofMillis(100));
    for (int cycle = 0; cycle < 60; cycle++) {
      steps.took(Step.PLAN, Duration.ofMillis(cycle == 30 ? 50 : 7));
      var longest = Duration.ofMillis(cycle < 59 ? 100 : 50);
      assertThat(steps.took(Step.PLAN))
          .contains(new CycleSteps.Took(Duration.ofMillis(cycle == 30 ? 50 : 7), longest));
    }
  }

  @Test
  void aCycleThatIsGivenUpIsNotUnderWay() {
    var steps = new CycleSteps();
    steps.begin();

    steps.end();

    assertThat(steps.present()).isEmpty();
  }
}
