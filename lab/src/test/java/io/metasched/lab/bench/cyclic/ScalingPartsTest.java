package io.metasched.lab.bench.cyclic;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.lab.bench.cyclic.ScalingBenchSize.Driver;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Setting;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Work;
import io.metasched.lab.bench.cyclic.ScalingRow.Searches;
import io.metasched.lab.bench.cyclic.ScalingRow.Spent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Explanation of the scaling of a run, composed of the measured parts. */
final class ScalingPartsTest {
  private static final Work WORK = new Work(1000, 10, 20);

  @Test
  void theSentenceHasTheMeasuredParts() {
    // 10 s of wall time, during 8 s of which one process computed; 100 waits of 20 ms; 4 s more
    // than 8 s
    var sentence = sentence(8, 3, 100, 10);

    assertThat(sentence)
        .startsWith("1,000 nodes, 10 domains, 20 jobs: 2 JVMs do 0.80 times as much work a second,")
        .contains("because one process computed most of the time")
        .contains("the busiest process computed 8.00 s (80 %)")
        .contains("waits for answers took at most 2.00 s (20 %), 100 round trips of 20.00 ms")
        .contains("computed 12.00 s, 4.00 s more than the fewest JVMs for equal work")
        .contains("(1000 us for each message of 250 bytes, sent and serialised)")
        .contains("kept 1.2 of 4 cores busy")
        .contains("the start of the JVMs, which took 3.0 s");
  }

  @Test
  void theGreatestPartIsNamed() {
    assertThat(sentence(5.5, 1, 400, 10))
        .contains("because processes waited for answers most of the time");
    assertThat(sentence(5.5, 1, 100, 20)).contains("because no part takes most of the time");
    assertThat(sentence(8, 1, 100, 3)).contains("because all cores of the machine were busy");
  }

  /** Returns the sentence for two JVMs and the caller, compared with a run of 8 s. */
  private static String sentence(double busiest, double start, long rounds, double wall) {
    var first =
        new ScalingRow(
            new Setting(Driver.ACTORS, 1, WORK),
            0,
            8,
            1,
            List.of(new Spent(8, 1, 0, 0)),
            "0f",
            0,
            Optional.empty());
    var row =
        new ScalingRow(
            new Setting(Driver.CLUSTER, 2, WORK),
            start,
            wall,
            1,
            List.of(
                new Spent(1, 1, 1000, 500_000),
                new Spent(busiest, 1, 2000, 750_000),
                new Spent(11 - busiest, 1, 1000, 750_000)),
            "0f",
            rounds,
            Optional.of(new Searches(20, 40, 21, 41)));
    var parts = ScalingParts.of(ScalingComparison.of(WORK, List.of(first, row), true));
    return ScalingParts.sentences(parts, 4).get(0);
  }
}
