package io.metasched.simulation.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles and ids of the workloads of Batsim 4 and 5. */
final class BatsimReaderTest {
  private static final String DELAYS =
      "'d': {'type': 'DelayProfile', 'delay': 10}, 'e': {'type': 'delay', 'delay': 2.5}, ";
  private static final String UNKNOWN =
      "'p': {'type': 'ParallelTaskHomogeneousProfile', 'cpu': 1}, ";

  @TempDir private Path folder;

  // --- run times

  @Test
  void jobsOfADelayOfBatsim5RunForTheirDelay() throws IOException {
    var trace =
        read(
            "{'id':1,'subtime':0,'walltime':100,'res':2,'profile':'d'},"
                + "{'id':2,'subtime':5,'walltime':60,'res':4,'profile':'d'}",
            DELAYS);

    assertThat(trace.jobs()).extracting(TraceJob::runTicks).containsExactly(10_000L, 10_000L);
    assertThat(trace.jobs()).extracting(TraceJob::estimateTicks).containsExactly(100_000L, 60_000L);
    assertThat(trace.notes()).noneMatch(note -> note.startsWith("run time"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'composed','repeat':2,'seq':['d','d']} | 40",
        "{'type':'composed','nb':3,'seq':['d','e']} | 37.5",
        "{'type':'sequence','seq':['d','e','d']} | 22.5",
        "{'type':'sequential_composition','repeat':4,'seq':['e']} | 10",
        "{'type':'SequentialCompositionProfile','seq':['d']} | 10",
        "{'type':'SequentialCompositionProfile','repeat':2,'seq':['inner','d','inner']} | 270",
        "{'type':'composed','repeat':2000000000,'seq':['d']} | 1000",
        "{'type':'delay','delay':1e99} | 1000",
        "{'type':'composed','seq':['d','p']} | 1000",
      })
  void aSequenceOfDelaysRunsAsLongAsItsParts(String profile, double seconds) throws IOException {
    var trace =
        read(
            "{'id':1,'subtime':0,'walltime':1000,'res':1,'profile':'s'}",
            DELAYS
                + UNKNOWN
                + "'inner': {'type':'composed','repeat':5,'seq':['e','d']}, 's': "
                + profile);

    assertThat(trace.jobs().get(0).runTicks()).isEqualTo(Math.round(1000 * seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "parallel",
        "parallel_homogeneous",
        "parallel_homogeneous_total",
        "parallel_homogeneous_pfs",
        "data_staging",
        "smpi",
        "usage_trace",
        "send",
        "recv",
        "ParallelTaskProfile",
        "ParallelTaskHomogeneousProfile",
        "ParallelTaskOnStorageHomogeneousProfile",
        "ParallelTaskDataStagingBetweenStoragesProfile",
        "ForkJoinCompositionProfile",
        "ParallelTaskMergeCompositionProfile",
        "TraceReplayProfile"
      })
  void jobsThatNeedAPlatformRunForTheirWalltimeAndAreCounted(String type) throws IOException {
    var trace =
        read(
            "{'id':1,'subtime':0,'walltime':100,'res':2,'profile':'s'},"
                + "{'id':2,'subtime':5,'walltime':60,'res':4,'profile':'p'},"
                + "{'id':3,'subtime':5,'res':4,'profile':'p'},"
                + "{'id':4,'subtime':5,'res':4,'profile':'d'}",
            DELAYS
                + "'p': {'type':'%s'}, 's': {'type':'composed','seq':['d','p']}".formatted(type));

    assertThat(trace.jobs())
        .extracting(TraceJob::runTicks)
        .containsExactly(100_000L, 60_000L, 10_000L);
    assertThat(trace.dropped()).containsEntry(DropCause.NO_RUN_TIME, 1);
    assertThat(trace.notes())
        .contains(
            "run time: 2 jobs have a profile whose length only a platform gives, replaced by their"
                + " walltime (%s: 2)".formatted(type));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "'walltime':-1,", "'walltime':null,", "'walltime':1e11,", "'walltime':1e300,"})
  void aDelayWithoutALimitRunsForItsDelay(String walltime) throws IOException {
    var trace = read("{'id':1,'subtime':0,%s'res':1,'profile':'d'}".formatted(walltime), DELAYS);

    assertThat(trace.jobs())
        .containsExactly(new TraceJob(1, 0, 10_000, 1, 10_000, -1, false, 10_000, -1));
  }

  @Test
  void aDelayIsCutAtTheWalltime() throws IOException {
    var trace = read("{'id':1,'subtime':0,'walltime':4,'res':1,'profile':'d'}", DELAYS);

    assertThat(trace.jobs())
        .containsExactly(new TraceJob(1, 0, 4_000, 1, 4_000, -1, true, 10_000, -1));
  }

  // --- ids

  @Test
  void jobsOfTwoWorkloadsAreTwoJobs() throws IOException {
    var trace =
        read(
            "{'id':'w0!1','subtime':0,'res':1,'profile':'d'},"
                + "{'id':'w1!1','subtime':1,'res':1,'profile':'e'}",
            DELAYS);

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(1L, 2L);
    assertThat(trace.jobs()).extracting(TraceJob::runTicks).containsExactly(10_000L, 2_500L);
    assertThat(trace.notes())
        .contains(
            "id: 2 jobs are numbered from 1 in order, because their ids are not numbers of one"
                + " workload");
  }

  @Test
  void jobsOfOneWorkloadKeepTheirNumbers() throws IOException {
    var trace =
        read(
            "{'id':'w0!17','subtime':0,'res':1,'profile':'d'},"
                + "{'id':'w0!4','subtime':1,'res':1,'profile':'d'}",
            DELAYS);

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(17L, 4L);
    assertThat(trace.notes()).noneMatch(note -> note.startsWith("id"));
  }

  // --- dependencies

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | 2 | 3 | '1','2'",
        "w0!1 | w0!2 | w0!3 | '1','w0!2'",
        "a | b | c | 'b','a','b'",
        "w0!1 | w0!2 | w1!1 | 'w0!2','w0!1'"
      })
  void jobsWaitForTheJobsThatTheyName(String one, String two, String three, String names)
      throws IOException {
    var jobs = new StringBuilder();
    for (var id : List.of(one, two)) {
      jobs.append("{'id':'%s','subtime':0,'res':1,'profile':'d'},".formatted(id));
    }
    jobs.append(
        "{'id':'%s','subtime':0,'res':1,'profile':'d','dependencies':[%s]}"
            .formatted(three, names));

    var trace = read(jobs.toString(), DELAYS);

    assertThat(trace.jobs().get(2).precedence()).isEqualTo(new Precedence(List.of(1L, 2L), 0));
    assertThat(trace.jobs().get(0).precedence()).isEqualTo(Precedence.NONE);
  }

  // --- rejected workloads

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'s': {'type':'composed','seq':['s']} | the profile called \"s\" contains itself",
        "'s': {'type':'composed','seq':['t']}, 't': {'type':'composed','seq':['d','s']} | the"
            + " profile called \"s\" contains itself",
        "'s': {'type':'composed','seq':['u']} | there is no profile called \"u\"",
        "'s': {'type':'composed','repeat':0,'seq':['d']} | allowed is repeat: a whole number from"
            + " 1",
        "'s': {'type':'composed','repeat':'twice','seq':['d']} | allowed is repeat: a whole number"
            + " from 1",
        "'s': {'type':'composed','seq':'d'} | allowed is seq: a list of names; given was \"d\"",
        "'s': {'type':'composed','seq':[['d']]} | allowed is seq: a text or a number",
        "'s': {'type':'delay'} | allowed is a delay from 0 on in a profile of type delay",
        "'s': {'delay':3} | allowed is a type in each profile",
        "'s': {'type':'delay','delay':1e11} | :1: runs for more than 10000000000 s, and has no"
            + " walltime",
        "'s': {'type':'composed','repeat':2147483647,'seq':['d']} | :1: runs for more than"
            + " 10000000000 s",
      })
  void aProfileThatMakesNoSenseIsOneLine(String profile, String words) {
    assertThatThrownBy(() -> read("{'id':1,'subtime':0,'res':1,'profile':'s'}", DELAYS + profile))
        .isInstanceOfAny(TraceException.class, InputException.class)
        .hasMessageContaining(words)
        .hasMessageContaining("w.json:1: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void eachJobOfAProfileThatIsMissingGetsTheSameReason() {
    var job = "{'id':%d,'subtime':0,'res':1,'profile':'s'}";
    var profile = "'s': {'type':'composed','seq':['u']}";

    assertThatThrownBy(() -> read(job.formatted(1) + "," + job.formatted(2), DELAYS + profile))
        .isInstanceOfSatisfying(
            InputException.class,
            refused ->
                assertThat(refused.faults())
                    .hasSize(2)
                    .allMatch(fault -> fault.contains("there is no profile called \"u\"")));
  }

  @Test
  void profilesAreNestedUpToAHundredDeep() throws IOException {
    var job = "{'id':1,'subtime':0,'res':1,'profile':'s1'}";
    var chain =
        IntStream.rangeClosed(1, 100)
            .mapToObj(at -> "'s%d': {'type':'composed','seq':['s%d']}, ".formatted(at, at + 1))
            .collect(Collectors.joining());
    var sound = chain + "'s101': {'type':'delay','delay':7}";

    assertThat(read(job, sound).jobs().get(0).runTicks()).isEqualTo(7000);
    assertThatThrownBy(
            () ->
                read(
                    "{'id':2,'subtime':0,'res':1,'profile':'s1'}," + job.replace("s1", "top"),
                    sound + ", 'top': {'type':'composed','seq':['s1']}"))
        .hasMessageContaining("profiles may be nested up to 100 deep");
  }

  @Test
  void partsThatDoubleAtEachLevelAreCountedOnce() throws IOException {
    var profiles = new StringBuilder("'s0': {'type':'delay','delay':1}");
    for (int at = 1; at <= 60; at++) {
      profiles.append(
          ", 's%1$d': {'type':'composed','seq':['s%2$d','s%2$d']}".formatted(at, at - 1));
    }

    var trace =
        read(
            "{'id':1,'subtime':0,'res':1,'walltime':5000,'profile':'s60'},"
                + "{'id':2,'subtime':0,'res':1,'profile':'s10'}",
            profiles.toString());

    assertThat(trace.jobs())
        .extracting(TraceJob::runTicks)
        .isEqualTo(List.of(5_000_000L, 1_024_000L));
  }

  private Trace read(String jobs, String profiles) throws IOException {
    var text =
        "{'nb_res':4,'jobs':[%s],'profiles':{%s}}"
            .formatted(jobs, profiles.replaceFirst(", *$", ""))
            .replace('\'', '"');
    return BatsimReader.read(
        Files.writeString(folder.resolve("w.json"), text), TraceOptions.defaults());
  }
}
