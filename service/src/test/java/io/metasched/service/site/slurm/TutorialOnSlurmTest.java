package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands of the tutorial on two Slurm sites, run as a script with two real clusters. */
@Tag("long")
@Tag("slurm")
final class TutorialOnSlurmTest {
  private static final Pattern STARTED =
      Pattern.compile("^(\\d+\\.\\d+)\n((?:east|west|local)-\\d)$", Pattern.MULTILINE);

  @TempDir private Path folder;

  @Test
  @Timeout(420)
  void everyCommandOfTheTutorialWorks() throws Exception {
    RealSlurm.requirePrograms();
    var tutorial = new TutorialScript(folder, "two-slurm-sites.md");
    tutorial.install("metasched.agent.site.slurm.user = \"nobody\"\n");
    String output;
    try (var east = RealSlurm.start(2);
        var west = RealSlurm.start(2)) {
      output =
          tutorial.run(
              tutorial.commands(),
              Map.of(
                  "EAST", east.folder().resolve("slurm.conf").toString(),
                  "WEST", west.folder().resolve("slurm.conf").toString()));
    }
    var starts = new ArrayList<Double>();
    var nodes = new ArrayList<String>();
    var started = STARTED.matcher(output);
    while (started.find()) {
      starts.add(Double.parseDouble(started.group(1)));
      nodes.add(started.group(2));
    }
    assertThat(nodes)
        .as(output)
        .containsExactlyInAnyOrder("east-1", "east-2", "west-1", "west-2", "local-1");
    double first = starts.stream().mapToDouble(start -> start).min().orElseThrow();
    assertThat(starts).allSatisfy(start -> assertThat(start - first).isLessThan(10));
    assertThat(output).contains("ReservationName=ms-").contains("local-job until");
  }
}
