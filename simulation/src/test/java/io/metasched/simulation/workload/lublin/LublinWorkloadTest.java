package io.metasched.simulation.workload.lublin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.TraceOptions;
import io.metasched.simulation.workload.trace.fixture.RecordedLogs;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Job flows of the model, compared with the output of the program by the authors of the model. */
final class LublinWorkloadTest {
  private static final int JOBS = 10_000;

  /**
   * Largest distance between two samples of 10,000 from one distribution, exceeded with probability
   * 1 %.
   */
  private static final double LARGEST_DISTANCE = 1.63 * Math.sqrt(2.0 / JOBS);

  private static final int[] QUANTILES = {5, 10, 25, 50, 75, 90, 95, 99};

  /** Numbers of lublin_256.swf, a log that the authors' program generated; see {@link #numbers}. */
  private static final double[] PUBLISHED = {
    0.249, 0.092, 0.118, 0.114, 0.104, 0.103, 0.033, 0.031, 0.018, 4, 7, 21, 137, 8271, 15578,
    20659, 36138, 4863, 11, 18, 41, 116, 366, 1267, 2624, 11475, 771
  };

  private static final int SEEDS = 200;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(LublinSetting.class)
  void aLongerFlowBeginsLikeAShorterOneAndSeedsDiffer(LublinSetting setting) {
    var few = flow(setting, 50, 64, 1);

    assertThat(flow(setting, 80, 64, 1).subList(0, 50)).isEqualTo(few);
    assertThat(flow(setting, 50, 64, 2)).isNotEqualTo(few);
  }

  @Test
  void theMachineShiftsNeitherArrivalsNorTheOrderOfTypes() {
    var small = flow(LublinSetting.TYPES, 300, 64, 1);
    var large = flow(LublinSetting.TYPES, 300, 1024, 1);

    assertThat(small)
        .extracting(GeneratedJob::arrivalSeconds)
        .isEqualTo(large.stream().map(GeneratedJob::arrivalSeconds).toList());
    assertThat(small)
        .extracting(GeneratedJob::type)
        .isEqualTo(large.stream().map(GeneratedJob::type).toList());
  }

  @ParameterizedTest
  @CsvSource({"DEFAULT, 100", "TYPES, 128", "LANL_CM5, 1024", "DEFAULT, 5", "TYPES, 16"})
  void everyJobIsWithinTheBounds(LublinSetting setting, int processors) {
    var jobs = flow(setting, 3000, processors, 3);

    long before = 0;
    for (int at = 0; at < jobs.size(); at++) {
      var job = jobs.get(at);
      assertThat(job.id()).isEqualTo(at + 1);
      assertThat(job.arrivalSeconds()).isGreaterThanOrEqualTo(before);
      assertThat(job.processors()).isBetween(1, processors);
      assertThat(job.runSeconds()).isBetween(1L, 162_754L);
      before = job.arrivalSeconds();
    }
  }

  @Test
  void eachTypeHasItsOwnClock() {
    var both = flow(LublinSetting.TYPES, 2000, 128, 1);
    var batch = LublinSetting.TYPES.laws(128).subList(0, 1);

    var alone = new LublinWorkload(100, batch).generate(seeds(1));

    var mixed = both.stream().filter(job -> job.type() == JobType.BATCH).limit(100).toList();
    assertThat(mixed).hasSize(100);
    for (int at = 0; at < 100; at++) {
      assertThat(mixed.get(at).arrivalSeconds()).isEqualTo(alone.get(at).arrivalSeconds());
      assertThat(mixed.get(at).runSeconds()).isEqualTo(alone.get(at).runSeconds());
    }
    assertThat(both)
        .allMatch(
            job ->
                job.type() == JobType.BATCH
                    || job.processors() <= 45
                    || Integer.bitCount(job.processors()) == 1);
  }

  @Test
  void jobsLikeThoseOfTheCm5TakePowersOfTwoFrom32On() {
    var jobs = flow(LublinSetting.LANL_CM5, JOBS, 1024, 1);

    assertThat(jobs.stream().map(GeneratedJob::processors).distinct())
        .containsExactlyInAnyOrder(32, 64, 128, 256, 512, 1024);
    assertThat(Arrays.stream(gaps(jobs)).average().orElseThrow())
        .isCloseTo(512, Percentage.withPercentage(10));
  }

  @Test
  void withoutJobsOrLawsThereIsNoFlow() {
    assertThatThrownBy(() -> new LublinWorkload(0, LublinSetting.DEFAULT.laws(64)))
        .hasMessageContaining("at least 1 job");
    assertThatThrownBy(() -> new LublinWorkload(1, List.of())).hasMessageContaining("1 type");
  }

  @ParameterizedTest
  @CsvSource({
    "DEFAULT,  256, 56960d696f7b1cc606bdac889910cc05387da639584d5b9dc286cc704f07826e",
    "TYPES,    128, b99bb211c7639d029ca01ce6588d1d73208c25418a4ac2d6e151ebe99b223d39",
    "LANL_CM5, 1024, 533251ed9753b12882c003bd4f2cea61a6e701d126ff4e9f4c9f8649efeb70c5"
  })
  void theSameSeedGivesTheSameLog(LublinSetting setting, int processors, String digest)
      throws IOException {
    var text = text(setting, 2000, processors, 1);

    assertThat(text).isEqualTo(text(setting, 2000, processors, 1));
    assertThat(Sha256.of(text.lines())).isEqualTo(digest);
  }

  @ParameterizedTest
  @EnumSource(LublinSetting.class)
  void aLogThatWasWrittenIsReadBack(LublinSetting setting) throws IOException {
    var file = Files.writeString(folder.resolve("a.swf"), text(setting, 500, 100, 5));

    var trace = SwfReader.read(file, TraceOptions.defaults());

    var jobs = flow(setting, 500, 100, 5);
    assertThat(trace.jobs()).isEqualTo(jobs.stream().map(GeneratedJob::logged).toList());
    assertThat(trace.processors()).isEqualTo(100);
    assertThat(trace.dropped()).isEmpty();
    assertThat(trace.header()).containsEntry("Version", "2.2").doesNotContainKey("UnixStartTime");
    assertThat(trace.header().get("Note"))
        .startsWith("parameters %s, seed 5\n".formatted(setting.words()))
        .contains("Uprob", "ARAR", "pb");
  }

  // --- the authors' program

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aFlowIsDistributedAsThatOfThePublishedProgram(long seed) {
    var options = TraceOptions.defaults();
    var published = SwfReader.read(RecordedLogs.find("lublin_256.swf.gz"), options).jobs();
    var ours = flow(LublinSetting.DEFAULT, JOBS, 256, seed);

    assertThat(published).hasSize(JOBS);
    var sizes = published.stream().mapToLong(job -> job.processors()).toArray();
    var runs = published.stream().mapToLong(job -> job.runTicks() / 1000).toArray();
    var arrivals = published.stream().mapToLong(job -> job.submitTicks() / 1000).toArray();
    assertThat(distance(sizes, sizes(ours))).isLessThan(LARGEST_DISTANCE);
    assertThat(distance(runs, runs(ours))).isLessThan(LARGEST_DISTANCE);
    assertThat(distance(gaps(arrivals), gaps(ours))).isLessThan(LARGEST_DISTANCE);
  }

  /**
   * Compares published numbers of the authors' log: each number lies between the least and the
   * greatest value of all seeds. The log itself may be absent.
   */
  @Test
  void numbersOfThePublishedProgramAreWithinWhatSeedsGive() {
    var least = new double[PUBLISHED.length];
    var most = new double[PUBLISHED.length];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    for (long seed = 1; seed <= SEEDS; seed++) {
      var numbers = numbers(flow(LublinSetting.DEFAULT, JOBS, 256, seed));
      for (int at = 0; at < numbers.length; at++) {
        least[at] = Math.min(least[at], numbers[at]);
        most[at] = Math.max(most[at], numbers[at]);
      }
    }

    for (int at = 0; at < PUBLISHED.length; at++) {
      assertThat(PUBLISHED[at]).as("number %d", at).isBetween(least[at], most[at]);
      // the bounds are narrow enough to be meaningful; the distribution of gaps has a heavy tail
      assertThat(most[at] - least[at]).isLessThan(Math.max(1.5, 0.55 * PUBLISHED[at]));
    }
  }

  @Test
  void theDistanceOfTwoSamplesIsThatOfKolmogorovAndSmirnov() {
    long[] some = {1, 2, 2, 4};

    assertThat(distance(some, some)).isZero();
    assertThat(distance(some, new long[] {5, 6, 7, 8})).isEqualTo(1);
    assertThat(distance(some, new long[] {2, 2, 4, 4})).isEqualTo(0.25);
  }

  /** Returns the shares of the powers of two, then quantiles and means of run times and of gaps. */
  private static double[] numbers(List<GeneratedJob> jobs) {
    var sizes = sizes(jobs);
    var shares =
        IntStream.rangeClosed(0, 8)
            .mapToDouble(power -> Arrays.stream(sizes).filter(size -> size == 1 << power).count())
            .map(count -> count / JOBS);
    var times = Stream.of(runs(jobs), gaps(jobs)).flatMapToDouble(LublinWorkloadTest::summary);
    return DoubleStream.concat(shares, times).toArray();
  }

  private static DoubleStream summary(long[] sample) {
    var sorted = Arrays.stream(sample).sorted().toArray();
    var quantiles = Arrays.stream(QUANTILES).mapToDouble(q -> sorted[sorted.length * q / 100]);
    return DoubleStream.concat(
        quantiles, DoubleStream.of(Arrays.stream(sorted).average().orElseThrow()));
  }

  /** Returns the largest distance between the empirical distributions of two samples. */
  private static double distance(long[] one, long[] other) {
    var a = Arrays.stream(one).sorted().toArray();
    var b = Arrays.stream(other).sorted().toArray();
    double largest = 0;
    int i = 0;
    int j = 0;
    while (i < a.length && j < b.length) {
      long value = Math.min(a[i], b[j]);
      while (i < a.length && a[i] == value) {
        i++;
      }
      while (j < b.length && b[j] == value) {
        j++;
      }
      largest = Math.max(largest, Math.abs((double) i / a.length - (double) j / b.length));
    }
    return largest;
  }

  private static Seeds seeds(long seed) {
    return new Seeds(seed, "lublin", 0);
  }

  private static List<GeneratedJob> flow(
      LublinSetting setting, int jobs, int processors, long seed) {
    return new LublinWorkload(jobs, setting.laws(processors)).generate(seeds(seed));
  }

  private static String text(LublinSetting setting, int jobs, int processors, long seed)
      throws IOException {
    var text = new StringWriter();
    var flow = flow(setting, jobs, processors, seed);
    new LublinLog("a test", setting, processors, seed, flow).write(text);
    return text.toString();
  }

  private static long[] sizes(List<GeneratedJob> jobs) {
    return jobs.stream().mapToLong(GeneratedJob::processors).toArray();
  }

  private static long[] runs(List<GeneratedJob> jobs) {
    return jobs.stream().mapToLong(GeneratedJob::runSeconds).toArray();
  }

  private static long[] gaps(List<GeneratedJob> jobs) {
    return gaps(jobs.stream().mapToLong(GeneratedJob::arrivalSeconds).toArray());
  }

  private static long[] gaps(long[] arrivals) {
    return IntStream.range(1, arrivals.length)
        .mapToLong(at -> arrivals[at] - arrivals[at - 1])
        .toArray();
  }
}
