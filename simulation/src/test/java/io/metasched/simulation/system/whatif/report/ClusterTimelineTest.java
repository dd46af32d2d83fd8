package io.metasched.simulation.system.whatif.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.report.ProcessorRanges;
import io.metasched.simulation.report.ScheduleChart.Column;
import io.metasched.simulation.system.whatif.WhatIfReplayTest;
import io.metasched.simulation.system.whatif.report.ClusterTimeline.Kind;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ClusterTimelineTest {
  private static final WhatIfRun RUN =
      WhatIfReplayTest.run(WhatIfReplayTest.crowded(), "first-free");

  @Test
  void onlyWhatRanIsDrawn() {
    var timeline = ClusterTimeline.of(RUN);

    long reservations = RUN.requests().stream().filter(RequestRow::hasRun).count();
    assertThat(timeline.entries()).hasSize(RUN.jobs().size() + (int) reservations);
    assertThat(RUN.requests()).anyMatch(row -> row.withdrawn() >= 0);
    assertThat(timeline.drawn(Integer.MAX_VALUE).isCut()).isFalse();
    assertThat(timeline.drawn(7).isCut()).isTrue();
  }

  @Test
  void eachTakesTheLowestFreeProcessorsOfEachOfItsClusters() {
    var timeline = ClusterTimeline.of(RUN);
    var drawn = timeline.drawn(Integer.MAX_VALUE);
    var first = List.of(0, 64, 96, 160); // clusters of 64, 32 and 64 processors
    var busyUntil = new long[160];

    for (int place = 0; place < drawn.jobs().size(); place++) {
      int at = drawn.jobs().get(place);
      var entry = timeline.entries().get(at);
      var expected = new ArrayList<Integer>();
      for (int cluster : entry.clusters()) {
        IntStream.range(first.get(cluster), first.get(cluster + 1))
            .filter(processor -> busyUntil[processor] <= entry.start())
            .limit(entry.job().processors() / entry.clusters().size())
            .forEach(expected::add);
      }
      assertThat(processors(drawn, place)).isEqualTo(expected).hasSize(entry.job().processors());
      expected.forEach(processor -> busyUntil[processor] = timeline.schedule().endTick(at));
    }
    assertThat(timeline.entries())
        .filteredOn(entry -> entry.kind() == Kind.CO_ALLOCATED)
        .isNotEmpty()
        .allMatch(entry -> entry.clusters().size() == 2);
  }

  @Test
  void columnsTellJobsFromReservations() {
    var timeline = ClusterTimeline.of(RUN);

    for (var column : timeline.columns()) {
      for (int at = 0; at < timeline.entries().size(); at++) {
        long value = column.value().applyAsLong(at);
        assertThat(value).isNotNegative();
        boolean isOfJobs = column.name().equals("alone");
        assertThat(value == 0 || isOfJobs == timeline.isJob(at)).as(column.name()).isTrue();
      }
    }
    assertThat(timeline.columns())
        .extracting(Column::name)
        .containsExactly("kind", "alone", "lead", "window");
  }

  private static List<Integer> processors(ProcessorRanges drawn, int place) {
    return IntStream.range(drawn.firstRange(place), drawn.endRange(place))
        .flatMap(at -> IntStream.range(drawn.from(at), drawn.from(at) + drawn.count(at)))
        .boxed()
        .toList();
  }
}
