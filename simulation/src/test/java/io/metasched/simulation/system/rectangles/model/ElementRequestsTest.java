package io.metasched.simulation.system.rectangles.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.rectangles.model.ElementRequest.Wish;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generated requests, and the settings that scenarios may give for them. */
final class ElementRequestsTest {
  private static final Seeds SEEDS = new Seeds(9, "requests", 0);

  @Test
  void sizesArePowersOfTwoAndDurationsAreThoseOfTheLog() {
    var jobs = LublinCm5.published(20_000, 7).generate(SEEDS);

    assertThat(jobs)
        .allMatch(job -> Integer.bitCount(job.elements()) == 1)
        .allMatch(job -> job.elements() >= 32 && job.elements() <= 1024);
    var shares = new double[] {0.0664, 0.3335, 0.0552, 0.0668, 0.3689, 0.1091};
    for (int at = 0; at < shares.length; at++) {
      long ticks = LublinCm5.DURATION_SECONDS.get(at) * 1000L;
      double share = jobs.stream().filter(job -> job.durationTicks() == ticks).count() / 20_000.0;
      assertThat(share).as("%d s", ticks / 1000).isCloseTo(shares[at], within(0.02));
    }
    assertThat(jobs.stream().filter(job -> job.elements() <= 128).count() / 20_000.0)
        .isCloseTo(0.82 + 0.18 / 6, within(0.02));
  }

  @ParameterizedTest
  @CsvSource({"1, 60", "9, 60", "10, 300", "5471, 300", "5472, 900", "8206, 3600", "19394, 10800"})
  void aRunTimeBecomesTheDurationOfItsShare(long runSeconds, int duration) {
    assertThat(LublinCm5.durationSeconds(runSeconds)).isEqualTo(duration);
  }

  @Test
  void readyAndDeadlineLieWithinTheirFactors() {
    var jobs = LublinCm5.published(5000, 7).generate(SEEDS);

    var requests = ReservationTerms.of(2, 3, 1).requests(jobs, SEEDS);

    double leads = 0;
    double slacks = 0;
    for (int at = 0; at < 5000; at++) {
      var request = requests.get(at);
      assertThat(request.arrival()).isEqualTo(Math.round(jobs.get(at).arrival() / 2.0));
      double lead = (request.ready() - request.arrival()) / (double) request.durationTicks();
      double slack = (request.deadline() - request.ready()) / (double) request.durationTicks() - 1;
      assertThat(lead).isBetween(0.0, 3.0);
      assertThat(slack).isBetween(0.0, 1.0);
      leads += lead;
      slacks += slack;
    }
    assertThat(leads / 5000).isCloseTo(1.5, within(0.05));
    assertThat(slacks / 5000).isCloseTo(0.5, within(0.02));
  }

  @Test
  void aLongerWorkloadAndOtherFactorsShiftNoRandomNumbers() {
    var few = LublinCm5.published(50, 7).generate(SEEDS);
    var many = LublinCm5.published(500, 7).generate(SEEDS);
    var plain = ReservationTerms.of(1, 3, 3).requests(many, SEEDS);
    var changed = new ReservationTerms(1, 3, 3, 0.5, 0.25).requests(many, SEEDS);

    assertThat(many).startsWith(few.toArray(RigidArrival[]::new));
    assertThat(ReservationTerms.of(1, 3, 3).requests(few, SEEDS)).isEqualTo(plain.subList(0, 50));
    assertThat(changed)
        .extracting(ElementRequest::ready)
        .isEqualTo(plain.stream().map(ElementRequest::ready).toList());
    assertThat(changed.stream().filter(r -> r.wish() == Wish.CANCEL).count() / 500.0)
        .isCloseTo(0.5, within(0.07));
    assertThat(plain).allMatch(r -> r.wish() == Wish.NONE);
  }

  @Test
  void aRequestThatCannotBeMetIsRefused() {
    assertThatThrownBy(() -> ElementRequest.plain(1, 0, 0, 10, 9, 1))
        .hasMessageContaining("deadline >= ready + duration");
    assertThatThrownBy(() -> ElementRequest.plain(1, 0, 0, 10, 10, 0))
        .hasMessageContaining("elements >= 1");
    assertThatThrownBy(() -> ElementRequest.plain(1, 5, 4, 10, 20, 1))
        .hasMessageContaining("arrival <= ready");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "elements = 0 | elements: allowed is a whole number from 1 to 4096; given was '0'",
        "elements = -3 | elements: allowed is a whole number",
        "policies = [fff] | policies: unknown name 'fff'; did you mean 'ff'?; allowed are ff",
        "jobs.umed = 11 | jobs.umed: allowed is a number from 4.5 to 10",
        "jobs.umed = 7, elements = 64 | jobs.umed: allowed is a number from 4.5 to 6",
        "jobs.count = 0 | jobs.count: allowed is a whole number from 1",
        "jobs.arrival-factor = 0 | jobs.arrival-factor: allowed is a number from 0.001",
        "reservations.deadline-factor = -1 | reservations.deadline-factor: allowed is a number from"
            + " 0",
        "reservations { cancel-share = 0.7, shrink-share = 0.5 } | reservations.shrink-share:"
            + " allowed is at most 1",
        "speeds = [{count = 5, speed = 1}] | speeds: allowed is groups of 1024 elements together",
        "speeds = [{count = 1024, speed = 0}] | speeds: allowed is a list of at most 100 groups",
        "speeds = [{count = 0, speed = 1}] | speeds: allowed is a list",
        "speeds = [3] | speeds: allowed is a list",
        "shapes = [0] | shapes: allowed is a list of at most 20 numbers",
        "shapes = [0.0005] | shapes: allowed is a list",
        "jobs.source = trace | jobs.source: allowed is one of lublin-cm5, lublin, log"
      })
  void aScenarioThatCannotBeRunNamesThePlace(String setting, String message) {
    var text = Systems.SCENARIOS.ofText("kind = rectangles\n" + setting, "s.conf", "s");

    assertThatThrownBy(() -> RectanglesReader.read(text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("s.conf:2");
  }

  @Test
  void shapesHaveEachNumberOfElementsOnceAndAtLeastTheWork() {
    var setting = new RectanglesSetting(64, List.of(), List.of(500, 2000, 1000, 400, 9000));

    assertThat(setting.shapes(10, 1001))
        .extracting(shape -> shape.elements() + " for " + shape.durationTicks())
        .containsExactly("10 for 1001", "5 for 2002", "20 for 501", "4 for 2503");
  }
}
