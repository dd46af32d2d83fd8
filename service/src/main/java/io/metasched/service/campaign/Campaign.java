package io.metasched.service.campaign;

import io.metasched.service.check.Finding;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** Tests the service by many seeds, and says what was found. */
public final class Campaign {
  private static final String ARCHIVE = "archive";
  private static final String TEMPLATE = "postgres";
  private static final long LOOK_MILLIS = 200;
  private static final int MOST_LOOKS = 150;

  private final Path folder;
  private final Consumer<String> said;
  private final Map<Long, SeedRun> open = new ConcurrentSkipListMap<>();
  private volatile boolean isAbandoned;
  private volatile TestedSite.Means means = new TestedSite.Means(List.of(), Optional.empty());

  /**
   * What came of all seeds.
   *
   * @param seeds how many there were
   * @param found how many of them broke a promise, or could not be run
   * @param folder what is left of those; nothing where there are none
   */
  public record Summary(int seeds, int found, Path folder) {}

  private Campaign(Path folder, Consumer<String> said) {
    this.folder = folder;
    this.said = said;
  }

  /**
   * Runs seeds, and deletes what is left of those that found nothing.
   *
   * @param first the first seed
   * @param seeds how many
   * @param atOnce how many beside each other
   * @param postgres its programs; without them books that were to be in PostgreSQL are in files
   * @param said is told of each seed, in a line or more
   */
  public static Summary run(
      long first, int seeds, int atOnce, Optional<PostgresPrograms> postgres, Consumer<String> said)
      throws IOException, InterruptedException {
    // the users of jobs have to pass through it
    var folder = Files.createTempDirectory("metasched-campaign");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    return new Campaign(folder, said).run(first, seeds, atOnce, postgres);
  }

  private Summary run(long first, int seeds, int atOnce, Optional<PostgresPrograms> postgres)
      throws IOException, InterruptedException {
    var threads = Executors.newFixedThreadPool(atOnce);
    var interrupted = new Thread(() -> abandon(threads), "interrupted");
    Runtime.getRuntime().addShutdownHook(interrupted);
    try {
      means = means(postgres);
      int found = count(start(first, seeds, threads));
      clean(found == 0);
      if (!isAbandoned) {
        Runtime.getRuntime().removeShutdownHook(interrupted);
      }
      return new Summary(seeds, found, folder);
    } finally {
      threads.shutdownNow();
    }
  }

  private TestedSite.Means means(Optional<PostgresPrograms> postgres)
      throws IOException, InterruptedException {
    var options = ClassArchive.make(folder.resolve(ARCHIVE));
    if (postgres.isEmpty()) {
      said.accept(
          "no PostgreSQL is on the PATH or in /usr/lib/postgresql: seeds with one have their books"
              + " in files, and nothing is done to it (--postgres names its folder)");
      return new TestedSite.Means(options, Optional.empty());
    }
    var template = PostgresTemplate.make(postgres.get(), folder.resolve(TEMPLATE));
    return new TestedSite.Means(options, Optional.of(template));
  }

  /** Deletes what seeds share, or all there is. */
  private void clean(boolean all) throws IOException {
    for (var part :
        all ? List.of(folder) : List.of(folder.resolve(ARCHIVE), folder.resolve(TEMPLATE))) {
      new EvidenceFolder(part).delete();
    }
  }

  /** Ends what was started, when this JVM is told to end; what was found is kept. */
  private void abandon(ExecutorService threads) {
    isAbandoned = true;
    threads.shutdownNow();
    var seeds = new TreeSet<Long>();
    var left = new ArrayList<Path>();
    try {
      // a seed may be about to start something, which the next look at it ends
      int looks = 0;
      do {
        seeds.addAll(open.keySet());
        open.values().forEach(SeedRun::abandon);
      } while (!threads.awaitTermination(LOOK_MILLIS, TimeUnit.MILLISECONDS)
          && ++looks < MOST_LOOKS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (long seed : seeds) {
      try {
        new EvidenceFolder(place(seed)).delete();
      } catch (IOException e) {
        left.add(place(seed));
      }
    }
    try {
      clean(false);
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException kept) {
      // with what was found
    } catch (IOException e) {
      left.add(folder);
    }
    if (!left.isEmpty()) {
      said.accept("could not be deleted: " + left);
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
    var run = new SeedRun(schedule(seed), place, means);
    open.put(seed, run);
    try {
      var outcome = run.run();
      say(outcome, (System.nanoTime() - begun) / 1_000_000_000);
      if (outcome.findings().isEmpty()) {
        new EvidenceFolder(place).delete();
      }
      return !outcome.findings().isEmpty();
    } catch (IOException | RuntimeException e) {
      if (isAbandoned) {
        return false;
      }
      LoggerFactory.getLogger(Campaign.class).debug("seed {}", seed, e);
      said.accept("seed %d could not be run: %s; see %s".formatted(seed, e, place));
      return true;
    } finally {
      open.remove(seed);
    }
  }

  private Schedule schedule(long seed) {
    var schedule = Schedule.of(seed);
    return means.postgres().isPresent() ? schedule : schedule.withoutPostgres();
  }

  private void say(SeedRun.Outcome outcome, long seconds) {
    var text = new StringBuilder();
    text.append(
        "seed %d, %s: %s: %d jobs, %d runs, %d s: "
            .formatted(
                outcome.seed(),
                outcome.scenario(),
                String.join(", ", outcome.faults()),
                outcome.jobs(),
                outcome.runs(),
                seconds));
    text.append(outcome.findings().isEmpty() ? "nothing found" : "FOUND");
    for (Finding finding : outcome.findings()) {
      text.append("\n  ").append(finding);
    }
    said.accept(text.toString());
  }
}
