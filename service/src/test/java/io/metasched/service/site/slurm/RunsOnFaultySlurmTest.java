package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.fake.FaultySlurm;
import io.metasched.service.fake.ScriptedSlurm;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs as batch jobs of a simulated Slurm whose commands fail, arrive late, twice or not at all.
 */
@Tag("slow")
@Tag("long")
final class RunsOnFaultySlurmTest extends RunsOnSite {
  private static final double RATE = 0.2;

  @TempDir private Path temporary;
  private @Nullable ScriptedSlurm site;
  private @Nullable SlurmCommands commands;

  @Override
  @BeforeEach
  void open() {
    // the seed of a test is known later
  }

  private void open(long seed) throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    site =
        new ScriptedSlurm(
            temporary.resolve("scripts"),
            NODES,
            fake -> new FaultySlurm(fake, Clock.systemUTC(), new Random(seed), RATE));
    commands = site;
    super.open();
  }

  private ScriptedSlurm site() {
    if (site == null) {
      throw new IllegalStateException("not started");
    }
    return site;
  }

  @Override
  SlurmCommands slurm() {
    if (commands == null) {
      throw new IllegalStateException("not started");
    }
    return commands;
  }

  @Override
  Path folder() {
    return temporary.resolve("agent");
  }

  @Override
  int leadSeconds() {
    return 8;
  }

  @Override
  @AfterEach
  void close() throws Exception {
    commands = site().site(); // without faults
    super.close();
    site().close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noRunStartsTwiceAndEachHasOneFinalFact(long seed) throws Exception {
    open(seed);
    var start = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(leadSeconds() + 2);
    var specs = new ArrayList<RunSpec>();
    for (int part = 0; part < 8; part++) {
      var plain = spec("a", part, "echo run >>count; cat count; sleep 3; exit 5", 60);
      var spec = plain.withWindowStart(start).withWindowEnd(start.plusSeconds(15));
      reserve(spec, site().site());
      get(runs().prepare(spec));
      get(runs().start(spec.id(), start));
      specs.add(spec);
    }

    for (var spec : specs) {
      until(
          spec.id() + " is over", () -> get(runs().runs()).stream().anyMatch(f -> isEnd(f, spec)));
    }

    for (var spec : specs) {
      var kinds = kinds(spec);
      assertThat(kinds)
          .isIn(
              List.of("Refused"),
              List.of("Ready", "Refused"),
              List.of("Ready", "Started", "Ended"),
              List.of("Ready", "Started", "Lost"));
      assertThat(output(spec)).isEqualTo(kinds.contains("Started") ? "run\n" : "");
    }
  }

  private static boolean isEnd(RunFact fact, RunSpec spec) {
    return fact.id().equals(spec.id()) && fact.isFinal();
  }
}
