package io.metasched.simulation.system.rectangles;

import static io.metasched.simulation.rule.ReportedFigures.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.rectangles.ElementSet;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.rectangles.model.ElementRequest;
import io.metasched.simulation.system.rectangles.model.RectanglesSetting;
import io.metasched.simulation.system.rectangles.model.RectanglesSetting.SpeedGroup;
import io.metasched.simulation.system.rectangles.model.ReservationTerms;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Explanation of the start at which a rejected request was closest to acceptance. */
final class RectanglesExplainerTest {

  @Test
  void aRefusedRequestIsShownItsClosestStart() {
    var jobs =
        List.of(
            ElementRequest.plain(1, 0, 0, 10_000, 10_000, 6),
            ElementRequest.plain(2, 0, 10_000, 5000, 15_000, 3),
            ElementRequest.plain(3, 1000, 4000, 7000, 16_000, 7));
    var speeds = List.of(new SpeedGroup(3, 1000), new SpeedGroup(5, 2000));

    var equal = asked(RectanglesSetting.of(8), jobs);
    var shaped = asked(new RectanglesSetting(8, List.of(), List.of(2000, 857)), jobs);
    var ofTwoSpeeds = asked(new RectanglesSetting(8, speeds, List.of()), jobs);

    assertThat(closest(equal, 3))
        .isEqualTo("  closest is a start at 4 s: 2 elements are free until 11 s, but 7 are needed");
    assertThat(closest(shaped, 3))
        .isEqualTo(
            "  closest is a start at 4 s: 2 elements are free until 12.167 s, but 6 are needed");
    assertThat(closest(ofTwoSpeeds, 3))
        .isEqualTo(
            "  closest is a start at 4 s: 2 elements of speed 1 or more are free until 11 s, but 7"
                + " are needed");
  }

  /**
   * Recomputes the start tick by tick: no start in the window has more free elements, and no
   * earlier start has as many.
   */
  @Test
  void noStartIsCloserThanTheReportedOne() {
    var random = new SplittableRandom(3);
    var jobs = new ArrayList<ElementRequest>();
    for (int job = 1; job <= 400; job++) {
      long ready = job + (long) random.nextInt(20);
      long duration = 1L + random.nextInt(9);
      long deadline = ready + duration + random.nextInt(30);
      jobs.add(ElementRequest.plain(job, job, ready, duration, deadline, 1 + random.nextInt(8)));
    }
    var run = asked(RectanglesSetting.of(8), jobs);

    var refused = run.jobs().stream().filter(row -> !row.isAccepted()).toList();

    assertThat(refused).hasSizeGreaterThan(100);
    for (var row : refused) {
      int most = -1;
      long best = -1;
      for (long start = row.ready(); start <= row.deadline() - row.durationTicks(); start++) {
        int free = free(run, row, start);
        best = free > most ? start : best;
        most = Math.max(most, free);
      }
      assertThat(closest(run, row.job()))
          .isEqualTo(
              "  closest is a start at %s s: %d elements are free until %s s, but %d are needed"
                  .formatted(
                      seconds(best), most, seconds(best + row.durationTicks()), row.elements()));
    }
  }

  private static int free(RectanglesRun run, ReservationRow asked, long start) {
    var free = ElementSet.range(0, 8);
    for (var row : run.jobs()) {
      if (row.job() < asked.job()
          && row.isAccepted()
          && row.start() < start + asked.durationTicks()
          && row.end() > start) {
        free = free.without(row.taken());
      }
    }
    return free.size();
  }

  private static RectanglesRun asked(RectanglesSetting setting, List<ElementRequest> requests) {
    var instance =
        new RectanglesInstance(
            "s",
            List.of("ff"),
            setting,
            ReservationTerms.of(1, 3, 3),
            requests,
            new Seeds(1, "s", 0),
            List.of());
    return EngineLoop.run(instance.begin("ff", Progress.NONE), "1.0");
  }

  private static String closest(RectanglesRun run, long job) {
    return new RectanglesExplainer()
        .explain(run, Long.toString(job)).stream()
            .filter(line -> line.startsWith("  closest"))
            .findFirst()
            .orElse("");
  }
}
