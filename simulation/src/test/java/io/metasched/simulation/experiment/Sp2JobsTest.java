package io.metasched.simulation.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.TraceJob;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that experiments take from a log. */
final class Sp2JobsTest {

  @Test
  void dependenciesOnJobsOutsideTheSetAreLeftOut(@TempDir Path folder) {
    SwfText.machine(8)
        .job(1)
        .job(2, "2=10", "17=1")
        .job(3, "2=20", "17=2")
        .job(4, "2=30", "17=4")
        .writeTo(folder.resolve("small.swf"));
    var context = new ExperimentContext(List.of(), () -> 0, folder::resolve);

    var jobs = new Sp2Jobs("few", new IdRange(2, 4), List.of("small.swf")).read(8, context);

    assertThat(jobs).extracting(TraceJob::id).containsExactly(2L, 3L, 4L);
    assertThat(jobs)
        .extracting(job -> job.precedence().jobs())
        .containsExactly(List.of(), List.of(2L), List.of());
  }
}
