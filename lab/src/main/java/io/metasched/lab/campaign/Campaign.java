package io.metasched.lab.campaign;

import io.metasched.lab.check.Finding;
import io.metasched.metascheduler.deployment.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** Test campaign: tests the service with many seeds and reports the findings. */
public final class Campaign {
  private static final String TEMPLATE = "postgres";
  private static final long LOOK_MILLIS = 200;
  private static final int MOST_LOOKS = 150;

  private final Path folder;
  private final Path evidence;
  private final Consumer<String> said;
  private final Map<Long, SeedRun> open = new ConcurrentSkipListMap<>();
  private volatile boolean isAbandoned;
  private volatile Optional<PostgresTemplate> template = Optional.empty();

  /**
   * Summary of all seeds.
   *
   * @param seeds number of seeds
   * @param found number of seeds that violated an invariant or could not be run
   */
  public record Summary(int seeds, int found) {}

  private Campaign(Path folder, Path evidence, Consumer<String> said) {
    this.folder = folder;
    this.evidence = evidence;
    this.said = said;
  }

  /**
   * Runs seeds and keeps the evidence of those with findings.
   *
   * @param first first seed
   * @param seeds number of seeds
   * @param atOnce number of seeds run in parallel
   * @param evidence folder that is created for findings, with a subfolder per seed
   * @param postgres PostgreSQL programs; without them, file databases are used in place of
   *     PostgreSQL
   * @param said receives one or more lines per seed
   */
  public static Summary run(
      long first,
      int seeds,
      int atOnce,
      Path evidence,
      Optional<PostgresPrograms> postgres,
      Consumer<String> said)
      throws IOException, InterruptedException {
    try (var temporary = TemporaryFolder.make("metasched-campaign-")) {
      // users of jobs need search permission
      var folder = temporary.path();
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
      return new Campaign(folder, evidence, said).run(first, seeds, atOnce, postgres);
    }
  }

  private Summary run(long first, int seeds, int atOnce, Optional<PostgresPrograms> postgres)
      throws IOException, InterruptedException {
    var threads = Executors.newFixedThreadPool(atOnce);
    var interrupted = new Thread(() -> abandon(threads), "interrupted");
    Runtime.getRuntime().addShutdownHook(interrupted);
    try {
      template = template(postgres);
      int found = count(start(first, seeds, threads));
      if (!isAbandoned) {
        Runtime.getRuntime().removeShutdownHook(interrupted);
      }
      return new Summary(seeds, found);
    } finally {
      threads.shutdownNow();
    }
  }

  private Optional<PostgresTemplate> template(Optional<PostgresPrograms> postgres)
      throws IOException, InterruptedException {
    if (postgres.isEmpty()) {
      said.accept(
          "no PostgreSQL is on the PATH or in /usr/lib/postgresql: seeds that need PostgreSQL keep"
              + " their event stores in files, without database faults (--postgres names the folder"
              + " of PostgreSQL)");
      return Optional.empty();
    }
    return Optional.of(PostgresTemplate.make(postgres.get(), folder.resolve(TEMPLATE)));
  }

  /** Ends the started processes when this JVM is terminated; evidence is kept. */
  private void abandon(ExecutorService threads) {
    isAbandoned = true;
    threads.shutdownNow();
    try {
      // a seed may be starting a process; the next pass ends it
      int looks = 0;
      do {
        open.values().forEach(SeedRun::abandon);
      } while (!threads.awaitTermination(LOOK_MILLIS, TimeUnit.MILLISECONDS)
          && ++looks < MOST_LOOKS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Path place(long seed) {
    return folder.resolve("seed-" + seed);
  }

  private List<Future<Boolean>> start(long first, int seeds, ExecutorService threads) {
    var outcomes = new ArrayList<Future<Boolean>>();
    for (long seed = first; seed < first + seeds; seed++) {
      long number = seed;
      outcomes.add(threads.submit(() -> finds(number)));
    }
    return outcomes;
  }

  private int count(List<Future<Boolean>> outcomes) throws InterruptedException {
    int found = 0;
    for (var outcome : outcomes) {
      try {
        found += outcome.get() ? 1 : 0;
      } catch (ExecutionException e) {
        if (!isAbandoned) {
          throw new IllegalStateException(String.valueOf(e.getCause()), e);
        }
      }
    }
    return found;
  }

  private boolean finds(long seed) throws InterruptedException {
    long begun = System.nanoTime();
    var place = place(seed);
    var run = new SeedRun(schedule(seed), place, template);
    open.put(seed, run);
    try {
      var outcome = run.run();
      report(outcome, (System.nanoTime() - begun) / 1_000_000_000);
      boolean hasFound = !outcome.findings().isEmpty();
      if (hasFound) {
        keep(place);
      }
      new EvidenceFolder(place).delete();
      return hasFound;
    } catch (IOException | RuntimeException e) {
      if (isAbandoned) {
        return false;
      }
      LoggerFactory.getLogger(Campaign.class).debug("seed {}", seed, e);
      said.accept("seed %d could not be run: %s; see %s".formatted(seed, e, keep(place)));
      return true;
    } finally {
      open.remove(seed);
    }
  }

  /** Copies the files of a seed to the evidence; returns the copy's path. */
  private Path keep(Path place) {
    var kept = evidence.resolve(String.valueOf(place.getFileName()));
    try {
      Files.createDirectories(evidence);
      EvidenceFolder.copy(place, kept);
    } catch (IOException e) {
      said.accept("%s could not be kept: %s".formatted(kept, e));
    }
    return kept;
  }

  private CampaignSchedule schedule(long seed) {
    var schedule = CampaignSchedule.of(seed);
    return template.isPresent() ? schedule : schedule.withoutPostgres();
  }

  private void report(SeedRun.Outcome outcome, long seconds) {
    var text = new StringBuilder();
    text.append(
        "seed %d, %s: %s: %d jobs, %d runs, %d backups, %s%d s: "
            .formatted(
                outcome.seed(),
                outcome.scenario(),
                String.join(", ", outcome.faults()),
                outcome.jobs(),
                outcome.runs(),
                outcome.backups(),
                waits(outcome.unpaidMillis()),
                seconds));
    text.append(outcome.findings().isEmpty() ? "nothing found" : "FOUND");
    for (Finding finding : outcome.findings()) {
      text.append("\n  ").append(finding);
    }
    said.accept(text.toString());
  }

  /** Returns the median and the longest one of the waits for reservations that were over. */
  private static String waits(List<Long> millis) {
    return millis.isEmpty()
        ? ""
        : "%d local jobs waited %d ms (at most %d ms) for a reservation that was over, "
            .formatted(millis.size(), millis.get(millis.size() / 2), millis.get(millis.size() - 1));
  }
}
