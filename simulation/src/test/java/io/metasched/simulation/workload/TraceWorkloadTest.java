package io.metasched.simulation.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Work;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.lublin.LublinLog;
import io.metasched.simulation.workload.lublin.LublinSetting;
import io.metasched.simulation.workload.lublin.LublinWorkload;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.TraceOptions;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TraceWorkloadTest {
  private static final long SECOND = 1000;
  private static final Seeds SEEDS = new Seeds(1, "trace", 0);
  private static final JobTraits TRAITS =
      new JobTraits(
          1.08,
          1.0,
          1.6,
          List.of(Criterion.START),
          0,
          SECOND,
          0,
          SECOND,
          SECOND,
          6,
          0,
          new TreeMap<>(),
          0,
          0);

  @TempDir private Path folder;

  @Test
  void aJobAsksForTheVolumeOfItsRequestedTimeAtTheReferencePerformance() {
    var job = workload(SwfText.machine(8).job(7, "4=100", "8=4", "9=200")).jobs().get(0);

    assertThat(job.job().id().number()).isEqualTo(7);
    assertThat(job.job().nodes()).isEqualTo(4);
    assertThat(job.job().work()).isEqualTo(Work.volume(200 * 6 * SECOND));
    assertThat(job.real()).isEqualTo(new RealLength(RealLength.Kind.VOLUME, 100 * 6 * SECOND));
    assertThat(job.job().work().lengthTicks(6, 1)).isEqualTo(200 * SECOND);
    assertThat(job.real().ticks(200 * SECOND, 6, 1)).isEqualTo(100 * SECOND);
    assertThat(job.withdrawTick()).isEqualTo(-1);
  }

  @Test
  void theBudgetIsAFactorTimesTheMarketPriceOfTheRequest() {
    for (var job : workload(SwfText.machine(8).job(1).job(2, "8=1", "9=7000")).jobs()) {
      double market = 1.08 * job.job().nodes() * job.job().work().amount();
      assertThat(job.job().costLimitMilli() / market).isBetween(0.999, 1.601);
    }
  }

  @Test
  void usersAreRenumberedInTheirOrder() {
    var workload =
        workload(SwfText.machine(8).job(1, "12=90").job(2, "12=7").job(3, "12=90").job(4, "12=-1"));

    assertThat(workload.users()).isEqualTo(3);
    assertThat(workload.jobs()).extracting(j -> j.job().user()).containsExactly(2, 1, 2, 0);
  }

  @Test
  void timeBeginsWithTheFirstJob() {
    var workload = workload(SwfText.machine(8).job(1, "2=7300").job(2, "2=10800"));

    assertThat(workload.jobs())
        .extracting(j -> j.job().submitTick())
        .containsExactly(0L, 3500 * SECOND);
    assertThat(workload.notes().get(0)).contains("2 jobs", "time 0 is 7300 s of the log");
  }

  @Test
  void jobsDroppedByTheReaderAreNoted() {
    var workload = workload(SwfText.machine(8).job(1).job(2, "4=0"));

    assertThat(workload.jobs()).hasSize(1);
    assertThat(workload.notes().get(1)).startsWith("dropped ").endsWith(": 1");
    assertThat(workload.notes().subList(2, workload.notes().size()))
        .allSatisfy(note -> assertThat(note).contains("not in the log", "drawn from jobs."))
        .hasSize(5);
  }

  @Test
  void jobsOfAModelAreMadeAsThoseOfItsLogAreButForTheirUsers() throws IOException {
    int processors = 32;
    var model = new LublinWorkload(200, LublinSetting.DEFAULT.laws(processors));
    var file = folder.resolve("model.swf");
    try (var text = Files.newBufferedWriter(file)) {
      new LublinLog("test", LublinSetting.DEFAULT, processors, 1, model.generate(SEEDS))
          .write(text);
    }
    var workload = new TraceWorkload(6, TRAITS);

    var drawn = workload.of(new LublinJobs(model, new RequestTraits(1, 1, 0)), 3, SEEDS);

    var read =
        workload.of(SwfReader.read(file, TraceOptions.defaults()), TraceOptions.defaults(), SEEDS);
    assertThat(drawn.jobs().stream().map(TraceWorkloadTest::withoutUser).toList())
        .isEqualTo(read.jobs().stream().map(TraceWorkloadTest::withoutUser).toList());
    assertThat(drawn.users()).isEqualTo(3);
    assertThat(drawn.jobs()).extracting(j -> j.job().user()).contains(0, 1, 2).doesNotContain(3);
    assertThat(drawn.notes())
        .singleElement()
        .asString()
        .matches("jobs of the model: 200, time 0 is [1-9][0-9]* s of the model");
  }

  private static List<Object> withoutUser(SimulatedJob simulated) {
    var job = simulated.job();
    return List.of(
        job.id(),
        job.submitTick(),
        job.nodes(),
        job.work(),
        job.costLimitMilli(),
        job.criterion(),
        simulated.real());
  }

  private Workload workload(SwfText text) {
    var trace = SwfReader.read(text.writeTo(folder.resolve("t.swf")), TraceOptions.defaults());
    return new TraceWorkload(6, TRAITS).of(trace, TraceOptions.defaults(), SEEDS);
  }
}
