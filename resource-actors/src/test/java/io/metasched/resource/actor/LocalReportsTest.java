package io.metasched.resource.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.actor.LocalReports.Reported;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.LocalJob;
import io.metasched.resource.owner.NodeReport;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class LocalReportsTest {
  private static final int LIMIT = LocalReports.JOBS_AT_ONCE;

  @Test
  void aReplyHasTheFirstNodesWhoseLocalJobsFit() {
    assertThat(fitting(0, LIMIT - 1, 1, 0)).containsExactly(0, 1, 2, 3);
    assertThat(fitting(0, LIMIT - 1, 1, 1, 0)).containsExactly(0, 1, 2);
  }

  @Test
  void aReplyHasAtLeastOneNode() {
    assertThat(fitting(LIMIT + 1, 1)).containsExactly(0);
    assertThat(fitting()).isEmpty();
  }

  private static List<Integer> fitting(int... localJobs) {
    var job = new LocalJob(0, 0, 1);
    var nodes =
        IntStream.range(0, localJobs.length)
            .mapToObj(
                node ->
                    new NodeReport(
                        node,
                        List.of(),
                        LongStream.range(0, localJobs[node]).mapToObj(each -> job).toList()))
            .toList();
    assertThat(nodes)
        .extracting(NodeReport::jobs)
        .containsExactly(Arrays.stream(localJobs).boxed().toArray(Integer[]::new));
    return new Reported(new CommandId(1, 1), nodes)
        .fitting().nodes().stream().map(NodeReport::node).toList();
  }
}
