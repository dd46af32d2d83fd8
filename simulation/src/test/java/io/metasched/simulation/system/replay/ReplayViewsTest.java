package io.metasched.simulation.system.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.report.LoadCourse;
import io.metasched.simulation.report.ProcessorRanges;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.report.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Views of a replay: the processors of jobs, the load over time, and the waits. */
final class ReplayViewsTest {

  @Test
  void aJobTakesTheLowestFreeProcessorsInPiecesWhereItMust() {
    // jobs 1 and 2 have processors 0-1 and 2; job 1 ends at 4, so that processors 0-1 and 3 are
    // free for job 3
    var schedule =
        new Schedule(
            List.of(job(1, 0, 4, 2), job(2, 0, 9, 1), job(3, 1, 5, 3)),
            4,
            new long[] {0, 0, 4_000},
            1);

    var dealt = ProcessorRanges.of(schedule, 10);

    assertThat(dealt.jobs()).containsExactly(0, 1, 2);
    assertThat(shown(dealt, 0)).isEqualTo("0+2");
    assertThat(shown(dealt, 1)).isEqualTo("2+1");
    assertThat(shown(dealt, 2)).isEqualTo("0+2 3+1");
  }

  @Test
  void onlyTheJobsThatStartFirstAreDealtProcessors() {
    var schedule =
        new Schedule(
            List.of(job(1, 0, 4, 1), job(2, 0, 4, 1), job(3, 0, 4, 1)),
            4,
            new long[] {8_000, -1, 2_000},
            1);

    assertThat(ProcessorRanges.of(schedule, 1).jobs()).containsExactly(2);
    assertThat(ProcessorRanges.of(schedule, 9).jobs()).containsExactly(2, 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void noProcessorIsDealtTwiceAndEachJobGetsTheLowest(long seed) {
    var schedule = any(seed, "easy");
    var dealt = ProcessorRanges.of(schedule, Integer.MAX_VALUE);
    var busyUntil = new long[schedule.processors()];

    for (int place = 0; place < dealt.jobs().size(); place++) {
      int job = dealt.jobs().get(place);
      long now = schedule.startTicks()[job];
      var lowest =
          IntStream.range(0, busyUntil.length)
              .filter(processor -> busyUntil[processor] <= now)
              .limit(schedule.jobs().get(job).processors())
              .toArray();
      assertThat(processors(dealt, place)).containsExactly(lowest);
      Arrays.stream(lowest).forEach(at -> busyUntil[at] = schedule.endTick(job));
    }
    assertThat(dealt.jobs()).hasSameSizeAs(schedule.jobs());
  }

  @ParameterizedTest
  @ValueSource(longs = {6, 7, 8})
  void theCourseIsTheMeanOverEachBin(long seed) {
    var schedule = any(seed, "fcfs");
    long until = 240 * 1_000_000L;

    var course = LoadCourse.of(schedule, until);

    for (int bin = 0; bin < 240; bin += 7) {
      double from = (double) course.fromTick() + bin * course.binTicks();
      double to = from + course.binTicks();
      double used = 0;
      double waiting = 0;
      for (int i = 0; i < schedule.jobs().size(); i++) {
        var job = schedule.jobs().get(i);
        long start = schedule.startTicks()[i];
        used += job.processors() * common(from, to, (double) start, (double) schedule.endTick(i));
        waiting += common(from, to, (double) job.submitTick(), (double) start);
      }
      double room = schedule.processors() * course.binTicks();
      assertThat(course.usedShare().get(bin)).isCloseTo(used / room, within(1e-9));
      assertThat(course.waiting().get(bin)).isCloseTo(waiting / course.binTicks(), within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {9, 10})
  void sharesOfWaitsCountTheJobsThatWaitedNoLonger(long seed) {
    var one = any(seed, "fcfs");
    var schedule = any(seed, "sjf");

    var waits = WaitShares.of(List.of(one, schedule));

    for (int at = 0; at < waits.limitTicks().size(); at++) {
      long limit = waits.limitTicks().get(at);
      long within =
          IntStream.range(0, schedule.jobs().size())
              .filter(i -> schedule.startTicks()[i] - schedule.jobs().get(i).submitTick() <= limit)
              .count();
      assertThat(waits.shares().get(1).get(at)).isEqualTo(within / 300.0);
    }
    assertThat(waits.limitTicks()).isSorted().doesNotHaveDuplicates().startsWith(0L, 100L);
    assertThat(waits.shares().get(0)).endsWith(1.0);
  }

  private static double common(double from, double to, double start, double end) {
    return Math.max(0, Math.min(to, end) - Math.max(from, start));
  }

  private static String shown(ProcessorRanges dealt, int place) {
    var text = new ArrayList<String>();
    for (int range = dealt.firstRange(place); range < dealt.endRange(place); range++) {
      text.add(dealt.from(range) + "+" + dealt.count(range));
    }
    return String.join(" ", text);
  }

  private static int[] processors(ProcessorRanges dealt, int place) {
    return IntStream.range(dealt.firstRange(place), dealt.endRange(place))
        .flatMap(
            range -> IntStream.range(dealt.from(range), dealt.from(range) + dealt.count(range)))
        .toArray();
  }

  /** Returns a schedule of 300 jobs on 20 processors. */
  private static Schedule any(long seed, String policy) {
    var random = new SplittableRandom(seed);
    var jobs = new ArrayList<ReplayJob>();
    long submit = 5;
    for (int id = 0; id < 300; id++) {
      submit += random.nextInt(40);
      jobs.add(job(id, submit, 1 + random.nextInt(90), 1 + random.nextInt(20)));
    }
    return Replay.run(jobs, 20, LocalSchedulers.named(policy).orElseThrow(), 0, done -> {});
  }

  private static ReplayJob job(long id, long submit, long run, int processors) {
    return new ReplayJob(id, submit * 1000, run * 1000, processors, run * 1000, 1, false);
  }
}
