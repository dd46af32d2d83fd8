package io.metasched.simulation.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.workload.trace.fixture.RecordedLogs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Counts of logs of the Parallel Workloads Archive. The logs are not part of the project: the
 * environment variable METASCHED_TRACES names the folder that holds them, and the tests are skipped
 * if it is not set.
 */
final class RecordedTracesTest {
  private static final String SP2 = "SDSC-SP2-1998-4.2-cln.swf.gz";
  private static final String SP2_FIRST_JOBS = "SDSC-SP2-1998-jobs-4-to-10.swf";
  private static final String BLUE = "SDSC-BLUE-2000-4.2-cln.swf.gz";

  @ParameterizedTest
  @CsvSource({
    "SDSC-SP2-1998-4.2-cln.swf.gz,   59715,  54034,  5681, 0, 4134,   128, 11, 73496",
    "SDSC-BLUE-2000-4.2-cln.swf.gz, 243306, 232536, 10770, 0, 23434, 1152,  9, 250440",
    "LANL-CM5-1994-4.1-cln.swf.gz,  122060, 122055,     2, 3, 40180, 1024,  1, 201387",
    "HPC2N-2002-2.2-cln.swf.gz,     202871, 202871,     0, 0, 14817,  240, 11, 527371",
    "lublin_100k.swf.gz,            100000, 100000,     0, 0, 0,      256,  1, 100000",
    "lublin_256.swf.gz,              10000,  10000,     0, 0, 0,      256,  1, 10000"
  })
  void aRecordedLogHasTheJobsItIsKnownFor(
      String name,
      int jobLines,
      int sound,
      int noRunTime,
      int noProcessors,
      int overruns,
      int processors,
      long firstId,
      long lastId) {
    var trace = SwfReader.read(RecordedLogs.find(name), TraceOptions.defaults());

    var jobs = trace.jobs();
    assertThat(jobs).hasSize(sound);
    assertThat(dropped(trace, DropCause.NO_RUN_TIME)).isEqualTo(noRunTime);
    assertThat(dropped(trace, DropCause.NO_PROCESSORS)).isEqualTo(noProcessors);
    assertThat(sound + trace.dropped().values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(jobLines);
    assertThat(jobs.stream().filter(TraceJob::overrun)).hasSize(overruns);
    assertThat(trace.processors()).isEqualTo(processors);
    assertThat(jobs.stream().mapToLong(TraceJob::id).min()).hasValue(firstId);
    assertThat(jobs.stream().mapToLong(TraceJob::id).max()).hasValue(lastId);
    assertThat(trace.name()).isEqualTo(name);
  }

  @Test
  void theMissingFirstJobsOfSp2JoinTheOthers() {
    var files = List.of(RecordedLogs.find(SP2_FIRST_JOBS), RecordedLogs.find(SP2));

    var trace = SwfReader.read(files, TraceOptions.defaults());

    assertThat(trace.jobs()).hasSize(54_034 + 7);
    assertThat(trace.processors()).isEqualTo(128);
    assertThat(trace.header()).containsEntry("UnixStartTime", "893466664");
  }

  @Test
  void ofTheFirstJobsOfBlue46WithoutAllocatedProcessorsCountByTheirRequest() {
    var options = TraceOptions.defaults().withJobs(new IdRange(9, 2629));

    assertThat(SwfReader.read(RecordedLogs.find(BLUE), options).jobs()).hasSize(2000 + 46);
  }

  private static int dropped(Trace trace, DropCause cause) {
    return trace.dropped().getOrDefault(cause, 0);
  }
}
