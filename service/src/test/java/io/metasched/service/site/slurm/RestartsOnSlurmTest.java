package io.metasched.service.site.slurm;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.resource.model.Ticks;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs on a real Slurm whose daemons and nodes are restarted within windows: outcome, reason and
 * charge of each job, and a site on which nothing is left.
 */
@Tag("long")
@Tag("slurm")
final class RestartsOnSlurmTest {
  private static final List<JsonNode> JOBS = new ArrayList<>();
  private static final int AWAY_SECONDS = 3;

  // after it, Slurm compares the jobs of a node that was booted with its own
  private static final int NOTICED_SECONDS = 22;

  @TempDir private static Path folder;
  private static @Nullable SiteUnderKills site;

  @BeforeAll
  static void start() throws Exception {
    RealSlurm.requirePrograms();
    site = new SiteUnderKills(folder, new Random(1));
    site.get("/v1/nodes");
  }

  @AfterAll
  static void check() throws Exception {
    if (site != null) {
      try (var all = site) {
        all.check(JOBS.stream().mapToLong(job -> SiteUnderKills.milli(job.path("cost"))).sum());
        assertThat(all.runs("S")).hasSameSizeAs(JOBS);
      }
    }
  }

  @AfterEach
  void clean() throws Exception {
    var slurm = slurm().commands();
    slurm().awaitIdle();
    RunsOnSite.until("no reservation is left", () -> slurm.reservations().isEmpty());
    assertThat(slurm.jobs()).allMatch(job -> job.state().isOver());
  }

  private static SiteUnderKills site() {
    if (site == null) {
      throw new IllegalStateException("not started");
    }
    return site;
  }

  private static RealSlurm slurm() {
    return site().slurm();
  }

  private static JsonNode await(String id, String... states) throws Exception {
    RunsOnSite.until(
        id + " is " + List.of(states),
        () -> List.of(states).contains(site().get("/v1/jobs/" + id).path("state").asText()));
    return site().get("/v1/jobs/" + id);
  }

  private static JsonNode awaitEnd(String id) throws Exception {
    var job = await(id, "finished", "failed", "lost", "overran", "withdrawn");
    JOBS.add(job);
    return job;
  }

  private static JsonNode part(JsonNode job) {
    return job.path("window").path("parts").path(0);
  }

  /** Returns the name of a job's node at the site. */
  private static String node(JsonNode job) {
    return part(job).path("node").asText().replace("hpc-", "n");
  }

  private static Instant instant(JsonNode text) {
    return Instant.parse(text.asText());
  }

  /** Checks that a job ran to its end in its window, and is charged for this time. */
  private static void requireFinished(JsonNode before, JsonNode job) throws Exception {
    var start = instant(job.path("window").path("start"));
    var end = instant(part(job).path("ended"));
    assertThat(job.path("state").asText()).as(job.toString()).isEqualTo("finished");
    assertThat(job.path("attempt").asInt()).isEqualTo(1);
    assertThat(start).isEqualTo(instant(before.path("window").path("start")));
    assertThat(end).isBefore(instant(job.path("window").path("end")));
    assertThat(instant(part(job).path("started"))).isBetween(start, start.plusSeconds(5));
    long ticks = Duration.between(start, end).toMillis();
    assertThat(SiteUnderKills.milli(job.path("money").path("charged")))
        .isEqualTo(Ticks.costMilli(10, ticks));
    assertThat(site().runs("E")).contains(job.path("id").asText() + ".1.0");
  }

  /** Checks that a job was lost because of its site, and is charged nothing. */
  private static void requireLost(JsonNode job, String reason) {
    assertThat(job.path("state").asText()).as(job.toString()).isEqualTo("lost");
    assertThat(job.path("attempt").asInt()).isEqualTo(1);
    assertThat(job.path("reason").path("code").asText()).isEqualTo("node-lost");
    assertThat(job.path("reason").path("text").asText())
        .matches("the site of %s ended it: %s".formatted(part(job).path("node").asText(), reason));
    assertThat(SiteUnderKills.milli(job.path("money").path("charged"))).isZero();
    assertThat(SiteUnderKills.milli(job.path("money").path("held"))).isZero();
  }

  @Test
  void jobGoesOnWhileTheControllerIsRestarted() throws Exception {
    var id = site().submit("controller", 1, 20, "fail");
    var running = await(id, "running");

    slurm().stopDaemon("slurmctld");
    SECONDS.sleep(AWAY_SECONDS);
    slurm().startDaemon("slurmctld");

    requireFinished(running, awaitEnd(id));
  }

  @Test
  void jobGoesOnWhileTheDaemonOfItsNodeIsRestarted() throws Exception {
    var id = site().submit("daemon", 1, 20, "fail");
    var running = await(id, "running");

    slurm().stopDaemon(node(running));
    SECONDS.sleep(AWAY_SECONDS);
    slurm().startDaemon(node(running));

    requireFinished(running, awaitEnd(id));
  }

  @Test
  void jobStartsInTimeWithoutTheController() throws Exception {
    var id = site().submit("start", 1, 20, "fail");
    var booked = await(id, "booked");
    RunsOnSite.until(
        "its script waits",
        () -> slurm().commands().jobs().stream().anyMatch(j -> j.state() == SiteJobState.RUNNING));
    SECONDS.sleep(2);

    slurm().stopDaemon("slurmctld");
    await(id, "running");
    slurm().startDaemon("slurmctld");

    requireFinished(booked, awaitEnd(id));
  }

  private JsonNode boot(String name, int windowSeconds, int afterSeconds) throws Exception {
    var id = site().submit(name, 1, windowSeconds, "fail");
    var node = node(await(id, "running"));
    SECONDS.sleep(afterSeconds);

    slurm().crashNode(node);
    SECONDS.sleep(1);
    slurm().bootNode(node);

    return awaitEnd(id);
  }

  @Test
  void jobIsLostWithItsNodeThatIsBootedAndSlurmNoticesIt() throws Exception {
    var job = boot("noticed", 120, NOTICED_SECONDS);

    requireLost(job, "job \\d+ is NODE_FAIL");
    assertThat(instant(part(job).path("ended"))).isBefore(instant(job.path("window").path("end")));
  }

  @Test
  void jobIsLostWithItsNodeThatIsBootedAndSlurmDoesNotNoticeIt() throws Exception {
    var job = boot("unnoticed", 15, 1);

    requireLost(job, "its node was booted at 20\\S+Z");
  }

  @Test
  void jobIsLostWithItsNodeThatIsSetDownAndResumed() throws Exception {
    var id = site().submit("down", 1, 60, "fail");
    var node = node(await(id, "running"));

    update(node, "State=DOWN", "Reason=fan");
    var job = awaitEnd(id);
    // if the daemon answers when the job is killed, the node is back already
    if (slurm().commands().nodes().stream()
        .anyMatch(each -> each.name().equals(node) && each.state() == SiteNodeState.DOWN)) {
      update(node, "State=RESUME");
    }

    requireLost(job, "job \\d+ is NODE_FAIL.*");
  }

  private static void update(String node, String... values) throws SlurmFailure {
    var command = new ArrayList<>(List.of("scontrol", "update", "NodeName=" + node));
    command.addAll(List.of(values));
    slurm().administer(command.toArray(String[]::new));
  }
}
