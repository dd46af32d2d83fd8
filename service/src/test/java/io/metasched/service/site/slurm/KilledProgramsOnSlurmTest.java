package io.metasched.service.site.slurm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs on a real Slurm that its own users use, too, while programs are killed with kill -9 at
 * random instants: {@code -Dslurm.kills=30} of each. Afterwards, the lines of all jobs show that no
 * job was lost or started twice, and that no node had two users.
 */
@Tag("long")
@Tag("slurm")
final class KilledProgramsOnSlurmTest {
  private static final Logger LOG = LoggerFactory.getLogger(KilledProgramsOnSlurmTest.class);
  private static final int KILLS = Integer.getInteger("slurm.kills", 3);
  private static final long SEED = Long.getLong("metasched.tests.seed", 1);
  private static final long LONGEST_PAUSE = 3000;

  @TempDir private Path folder;

  private final Random random = new Random(SEED);
  private final List<String> submitted = new ArrayList<>();
  private final TreeMap<String, JsonNode> jobs = new TreeMap<>();

  /** Program that can be killed. */
  private enum Program {
    SLURMCTLD,
    SLURMD,
    SUPERVISOR,
    AGENT,
    SERVICE
  }

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void jobsSurviveTheKillsOfAllPrograms() throws Exception {
    RealSlurm.requirePrograms();
    try (var site = new SiteUnderKills(folder, random)) {
      site.get("/v1/nodes");
      var kills = new ArrayList<Program>();
      for (int i = 0; i < KILLS; i++) {
        kills.addAll(List.of(Program.values()));
      }
      Collections.shuffle(kills, random);
      load(site, 20);
      for (var program : kills) {
        load(site, 4 + random.nextInt(5));
        MILLISECONDS.sleep(random.nextInt(1000));
        kill(site, program);
      }
      LOG.info("{} kills done, {} jobs submitted", kills.size(), submitted.size());
      awaitEnd(site);
      check(site);
    }
  }

  private void load(SiteUnderKills site, int seconds) throws InterruptedException {
    for (int i = 0; i < seconds; i++) {
      if (random.nextInt(6) == 0) {
        site.submit(submitted.size()).ifPresent(submitted::add);
      }
      if (random.nextInt(5) == 0) {
        site.submitLocally();
      }
      MILLISECONDS.sleep(1000);
    }
  }

  private void kill(SiteUnderKills site, Program program) throws Exception {
    LOG.info("kill {}", program);
    switch (program) {
      case SLURMCTLD -> {
        site.slurm().killDaemon("slurmctld");
        pause();
        site.slurm().startDaemon("slurmctld");
      }
      case SLURMD -> {
        var node = "n" + (1 + random.nextInt(SiteUnderKills.NODES));
        site.slurm().killDaemon(node);
        pause();
        site.slurm().startDaemon(node);
      }
      case SUPERVISOR -> {
        while (!site.killSupervisor()) {
          load(site, 1);
        }
      }
      case AGENT -> {
        site.killAgent();
        pause();
        site.startAgent();
      }
      case SERVICE -> {
        site.killService();
        pause();
        site.startService();
        site.get("/v1/nodes");
      }
    }
  }

  private void pause() throws InterruptedException {
    MILLISECONDS.sleep(random.nextLong(LONGEST_PAUSE));
  }

  private void awaitEnd(SiteUnderKills site) throws InterruptedException {
    for (var id : submitted) {
      while (!isOver(site.get("/v1/jobs/" + id).path("state").asText())) {
        MILLISECONDS.sleep(1000);
      }
      jobs.put(id, site.get("/v1/jobs/" + id));
    }
  }

  private static boolean isOver(String state) {
    return !List.of("waiting", "placed", "booked", "starting", "running").contains(state);
  }

  private void check(SiteUnderKills site) throws Exception {
    var outcomes = new TreeMap<String, Integer>();
    long costs = 0;
    var starts = site.runs("S");
    var ends = site.runs("E");
    for (var each : jobs.entrySet()) {
      var job = each.getValue();
      outcomes.merge(
          job.path("state").asText() + " " + job.path("reason").path("code").asText(),
          1,
          Integer::sum);
      costs += SiteUnderKills.milli(job.path("cost"));
      if (job.path("state").asText().equals("finished")) {
        for (var run : runs(each.getKey(), job)) {
          assertThat(starts).as("finished without a start: " + job).contains(run);
          assertThat(ends).as("finished without an end: " + job).contains(run);
        }
      }
      if (!job.path("onNodeLoss").asText("fail").equals("requeue")) {
        assertThat(
                starts.stream()
                    .filter(run -> run.startsWith(each.getKey() + "."))
                    .map(run -> run.split("\\.", -1)[1])
                    .distinct())
            .as("attempts of " + job)
            .hasSizeLessThanOrEqualTo(1);
      }
    }
    LOG.info(
        "outcomes: {}; runs started {}, ended {}; lines of local jobs {}",
        outcomes,
        starts.size(),
        ends.size(),
        site.lines("theirs").size());
    site.check(costs);
    assertThat(outcomes.getOrDefault("finished none", 0))
        .as(outcomes.toString())
        .isGreaterThan(submitted.size() / 2);
  }

  private static List<String> runs(String id, JsonNode job) {
    int attempt = job.path("attempt").asInt(1);
    var runs = new ArrayList<String>();
    for (int part = 0; part < job.path("nodes").asInt(1); part++) {
      runs.add(id + "." + attempt + "." + part);
    }
    return runs;
  }
}
