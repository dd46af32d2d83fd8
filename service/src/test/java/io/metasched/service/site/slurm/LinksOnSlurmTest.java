package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunSpec;
import io.metasched.service.run.StagedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connections of an agent to runs on nodes of a real Slurm that cannot access its folder. */
@Tag("long")
@Tag("slurm")
final class LinksOnSlurmTest extends RunsOnSite {
  @RegisterExtension private static final SharedSlurm SITE = SharedSlurm.of(8);
  private static int tests;

  private final int number = ++tests;

  @Override
  SlurmCommands slurm() {
    return SITE.get().commands();
  }

  @Override
  Path folder() {
    return SITE.get().folder().resolve("agent" + number);
  }

  @Override
  Optional<Path> nodeFolder() {
    return Optional.of(open(SITE.get().output().resolve("nodes" + number)));
  }

  @Override
  int leadSeconds() {
    return 5;
  }

  private RunSpec begin(String line) throws Exception {
    var input = List.of(new StagedFile("data/in", "i\0n", false));
    var spec = start(prepare(spec("a", 0, line, 60).withInput(input)));
    await(spec, RunFact.Started.class);
    return spec;
  }

  /** Kills the programs of connections; returns whether there were any. */
  private static boolean killPrograms() {
    return ProcessHandle.current()
            .children()
            .filter(each -> each.info().command().orElse("").endsWith("/srun"))
            .filter(ProcessHandle::destroyForcibly)
            .count()
        > 0;
  }

  private void awaitEndOfCommand(RunSpec spec) throws Exception {
    var exit = place(spec).resolve("exit");
    until("its command has ended", () -> Files.exists(exit));
  }

  @Test
  void outputIsCompleteAlthoughConnectionsAreKilled() throws Exception {
    var spec = begin("cat data/in; for i in $(seq 50); do echo $i; sleep 0.1; done; exit 7");
    for (int kills = 0; kills < 3; kills++) {
      var known = output(spec);
      until("there is more output", () -> output(spec).length() > known.length());
      until("a connection is killed", LinksOnSlurmTest::killPrograms);
    }

    assertThat(await(spec, RunFact.Ended.class).exitStatus()).isEqualTo(7);

    var lines = IntStream.rangeClosed(1, 50).mapToObj(i -> i + "\n").toList();
    assertThat(output(spec)).isEqualTo("i\0n" + String.join("", lines));
    awaitNoFolder();
  }

  @Test
  void endAndOutputOfARunAreKeptForAnAgentThatIsAway() throws Exception {
    var spec = begin("echo run; sleep 2; echo end; exit 3");
    runs().close();
    awaitEndOfCommand(spec); // its script waits for an agent
    var returned = Instant.now();
    reopen();

    var end = await(spec, RunFact.Ended.class);

    assertThat(end.exitStatus()).isEqualTo(3);
    assertThat(end.at()).isBefore(returned);
    assertThat(output(spec)).isEqualTo("run\nend\n");
    awaitNoFolder();
  }

  @Test
  void exitStatusIsKnownFromTheSiteIfTheNodeIsNeverReachedAgain() throws Exception {
    var spec = begin("echo run; sleep 2; exit 3");
    runs().close();
    awaitEndOfCommand(spec);
    Files.createFile(place(spec).resolve("fetched")); // its script waits no more
    until("its job is over", () -> slurm().jobs().stream().allMatch(job -> job.state().isOver()));
    reopen();

    var end = await(spec, RunFact.Ended.class);

    assertThat(end.exitStatus()).isEqualTo(3);
    assertThat(end.cause()).isEqualTo(EndCause.EXITED);
    assertThat("run\n").startsWith(output(spec));
    assertThat(file(spec, "stdout.lost")).exists();
  }

  @Test
  void runIsRefusedIfTheSiteCancelsItBetweenItsOrderAndItsStart() throws Exception {
    var soon = spec("a", 0, "echo run", 120);
    reserve(soon, slurm());
    var spec = soon.withWindowStart(soon.windowStart().plusSeconds(60));
    get(runs().prepare(spec));
    start(spec);
    var orders = place(spec).resolve("orders");
    until("its node has the order", () -> Files.readString(orders).startsWith("start "));
    runs().close();
    slurm().cancel(slurm().jobs().stream().map(SiteJob::id).toList());
    until("its job is over", () -> slurm().jobs().stream().allMatch(job -> job.state().isOver()));
    reopen();

    assertThat(await(spec, RunFact.Refused.class).reason())
        .startsWith("it did not start at the site: job ");
    awaitNoFolder();
  }
}
